import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What is asked every few minutes does not read everything that ever moved. */
export const houseTotals: Migration = {
  name: '0073-house-totals',
  statements: [
    // The sums of the house's postings before a moment, which the one row of the second table has.
    sql`create table house_totals (
      account_id text primary key,
      units numeric(38, 0) not null
    )`,
    sql`create table house_totals_moment (
      one boolean primary key default true check (one),
      before timestamptz(3) not null
    )`,
    sql`insert into house_totals_moment (before) values (to_timestamp(0))`,
  ],
  indexes: [
    { name: 'withdrawals_leaving', on: "withdrawals (currency) where status = 'broadcast'" },
    {
      name: 'accounts_pending',
      on: "accounts (currency) where kind = 'pending' and balance > 0",
    },
    {
      name: 'bank_transfers_unsettled',
      on: `bank_transfers (currency, seen_at) where settled_at is null
        and state in ('checking', 'aside', 'returning', 'returned', 'recalled')`,
    },
  ],
};
