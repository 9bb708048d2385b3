import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Deposits that a custodian reports: each once, and those that are nobody's kept aside. */
export const custodyDeposits: Migration = {
  name: '0062-custody-deposits',
  statements: [
    // Null: the sandbox's own.
    sql`alter table deposits add column external_id text`,
    sql`alter table deposits add column transaction_hash text not null default ''`,
    sql`alter table deposits add column output_index integer not null default 0`,
    sql`alter table deposits add column address text not null default ''`,
    sql`alter table deposits add column tag text not null default ''`,
    // As the custodian wrote it, with decimals the ledger does not keep.
    sql`alter table deposits add column amount text not null default ''`,
    // The custodian says that it is there for good, beside all confirmations.
    sql`alter table deposits add column settled boolean not null default true`,
    sql`alter table deposits add column dropped_at timestamptz(3)`,
    sql`alter table deposits drop constraint deposits_state_check`,
    sql`alter table deposits add constraint deposits_state_check
      check (state in ('pending', 'credited', 'dropped'))`,
    // One that was dropped may come again, in another block.
    sql`create unique index deposits_external on deposits (external_id)
      where external_id is not null and state <> 'dropped'`,
    sql`create unique index deposits_output on deposits (network, transaction_hash, output_index)
      where external_id is not null and state <> 'dropped'`,
    sql`create table deposits_aside (
      id text primary key,
      external_id text not null,
      reason text not null,
      network text not null,
      address text not null,
      tag text not null,
      currency text not null,
      amount text not null,
      transaction_hash text not null,
      output_index integer not null,
      confirmations integer not null,
      status text not null,
      seen_at timestamptz(3) not null,
      reported_at timestamptz(3) not null,
      unique (external_id, reason)
    )`,
    sql`create table custody_feeds (
      source text primary key,
      cursor text not null,
      -- When the custodian is asked next, and until when somebody is asking.
      due_at timestamptz(3) not null,
      leased_until timestamptz(3) not null,
      -- When it answered last.
      heard_at timestamptz(3)
    )`,
  ],
};
