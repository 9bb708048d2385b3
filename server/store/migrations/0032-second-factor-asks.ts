import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** When a customer was asked to turn on the second factor, once for each occasion (KEEP-11). */
export const secondFactorAsks: Migration = {
  name: '0032-second-factor-asks',
  statements: [
    sql`create table second_factor_asks (
      user_id text not null references users,
      occasion text not null check (occasion in ('deposit', 'withdrawal')),
      asked_at timestamptz(3) not null,
      primary key (user_id, occasion)
    )`,
  ],
};
