import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Passkeys that sign in and show the second factor (LIVE-03). */
export const passkeys: Migration = {
  name: '0017-passkeys',
  statements: [
    sql`create table passkeys (
      id text primary key,
      user_id text not null references users,
      name text not null,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      aaguid text not null,
      backed_up boolean not null,
      added_at timestamptz(3) not null,
      added_by text not null,
      used_at timestamptz(3)
    )`,
    sql`create index passkeys_user on passkeys (user_id)`,
    // Each is good once, for its purpose and its session; those of a sign-in have no session yet.
    sql`create table passkey_challenges (
      hash text primary key,
      purpose text not null,
      user_id text references users,
      session_id text references sessions on delete cascade,
      expires_at timestamptz(3) not null
    )`,
    sql`create index passkey_challenges_user on passkey_challenges (user_id)`,
    sql`create index passkey_challenges_session on passkey_challenges (session_id)`,
    sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`,
  ],
};
