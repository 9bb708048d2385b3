import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** E-mailed codes, the second factor, recovery codes, the hold after a security change. */
export const security: Migration = {
  name: '0021-security',
  statements: [
    sql`create table email_codes (
      email text not null,
      purpose smallint not null,
      code_hash text not null,
      tries integer not null,
      sent_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      sent_today integer not null,
      today_ends_at timestamptz(3) not null,
      primary key (email, purpose)
    )`,
    sql`create index email_codes_expiry on email_codes (today_ends_at)`,
    // The secret in use; the pending one waits for its first right code.
    sql`alter table users add column two_factor_secret text`,
    sql`alter table users add column two_factor_pending text`,
    // The last time step a code was taken of: no code works twice.
    sql`alter table users add column two_factor_step integer not null default 0`,
    sql`alter table users add column anti_phishing_code text`,
    sql`alter table users add column withdrawals_held_until timestamptz(3)`,
    // A code checked a moment ago, good for one withdrawal of that session.
    sql`create table second_factor_grants (
      session_id text primary key,
      user_id text not null references users (id),
      expires_at timestamptz(3) not null
    )`,
    sql`create index second_factor_grants_expiry on second_factor_grants (expires_at)`,
    sql`create table recovery_codes (
      user_id text not null references users (id),
      code_hash text not null,
      used_at timestamptz(3),
      primary key (user_id, code_hash)
    )`,
  ],
};
