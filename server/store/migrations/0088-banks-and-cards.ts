import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Accounts at the bank end, refunds are followed by the provider's id of them (READ-18). */
export const banksAndCards: Migration = {
  name: '0088-banks-and-cards',
  statements: [
    // Each account that the bank was asked for. One that failed or was closed has a successor with another id.
    sql`create table bank_account_requests (
      request_id text primary key,
      user_id text not null references users,
      currency text not null,
      external_id text not null,
      state text not null check (state in ('opening', 'open', 'failed', 'closed')),
      asked_at timestamptz(3) not null,
      ended_at timestamptz(3),
      check ((state in ('failed', 'closed')) = (ended_at is not null))
    )`,
    sql`create index bank_account_requests_of on bank_account_requests (user_id, currency)`,
    sql`create index bank_account_requests_at on bank_account_requests (external_id)`,
    // Null: its bank was never asked whether it is still open.
    sql`alter table bank_accounts add column look_at timestamptz(3)`,
    // The refund that the provider has not decided yet, and until when a process is ordering one.
    sql`alter table purchases
      add column refund_id text not null default '',
      add column refund_until timestamptz(3)`,
  ],
  indexes: [{ name: 'bank_accounts_look', on: 'bank_accounts (look_at nulls first)' }],
};
