import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** How strongly a session was opened, whose a proposed factor is, and what staff have confirmed anew (READ-08). */
export const sessionStrength: Migration = {
  name: '0071-session-strength',
  statements: [
    // When and with what a second factor was shown in it; null: never.
    sql`alter table sessions add column second_factor_at timestamptz(3)`,
    sql`alter table sessions add column second_factor_with text`,
    // The session that proposed a factor, and when. A server of the version before writes neither: what it proposes
    // is proposed again.
    sql`alter table users add column two_factor_pending_by text`,
    sql`alter table users add column two_factor_pending_at timestamptz(3)`,
    sql`create table proofs (
      session_id text not null references sessions on delete cascade,
      user_id text not null references users,
      about text not null,
      expires_at timestamptz(3) not null,
      primary key (session_id, about)
    )`,
    sql`create index proofs_expiry on proofs (expires_at)`,
    // Of staff nobody knows whether they showed a factor in it: they sign in once more.
    sql`delete from sessions using users where users.id = sessions.user_id and users.role <> 'user'`,
  ],
};
