import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What customers say that they paid elsewhere for what they deposited (INS-02). */
export const statedCosts: Migration = {
  name: '0014-stated-costs',
  statements: [
    sql`create table stated_costs (
      user_id text not null references users (id),
      journal_id text not null references journals (id),
      currency text not null,
      cents numeric(38, 0) not null check (cents >= 0),
      stated_at timestamptz(3) not null,
      primary key (user_id, journal_id)
    )`,
    // The end of a withdrawal is on no statement, and is looked for by its customer and moment.
    sql`create index journals_sent on journals (user_id, created_at, id)
      where kind = 'withdrawal-sent'`,
  ],
};
