import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Wrong passwords in a row, by the hash of the address they were tried for. */
export const loginAttempts: Migration = {
  name: '0003-login-attempts',
  statements: [
    sql`create table login_attempts (
      key text primary key,
      failures integer not null,
      locked_until timestamptz(3) not null,
      resets_at timestamptz(3) not null
    )`,
  ],
};
