import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What is compared each hour is found by an index (HARD-87). */
export const agreement: Migration = {
  name: '0078-agreement',
  statements: [
    // What the simulated custodian has told, which it tells again if the books lack it.
    sql`create table sandbox_deposits_told (
      id text primary key,
      recipient text,
      currency text not null,
      amount text not null,
      network text not null,
      confirmations integer,
      transaction_hash text not null,
      seen_at timestamptz(3) not null,
      senders text not null,
      told_at timestamptz(3) not null
    )`,
  ],
  indexes: [
    {
      name: 'withdrawals_ended',
      on: 'withdrawals (greatest(completed_at, refunded_at, cancelled_at))',
    },
    // What their provider lists as paid, and the books have as not paid.
    {
      name: 'purchases_paid_otherwise',
      on: `purchases (id) where listed_at is not null and status in ('failed', 'declined', 'cancelled')`,
    },
  ],
};
