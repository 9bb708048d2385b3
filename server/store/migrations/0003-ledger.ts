import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The ledger. */
export const ledger: Migration = {
  name: '0003-ledger',
  statements: [
    // Balances. None goes below zero.
    sql`create table accounts (
      id text primary key,
      owner text not null,
      kind text not null,
      currency text not null,
      balance numeric(38, 0) not null check (balance >= 0),
      unique (owner, kind, currency)
    )`,
    // Entries of the ledger.
    sql`create table journals (
      id text primary key,
      class text not null check (class in ('conversion', 'payment', 'manual', 'trade')),
      kind text not null,
      user_id text not null references users (id),
      reference text unique,
      comment text not null,
      network text not null,
      sender text not null,
      recipient text not null,
      payment_method text not null,
      created_at timestamptz(3) not null
    )`,
    // The two legs of a conversion are found by their moment: no two conversions of a customer share one.
    sql`create unique index journals_conversion_moment on journals (user_id, created_at)
      where class = 'conversion'`,
    // Their lines, which sum to zero per asset.
    sql`create table postings (
      journal_id text not null references journals (id),
      line smallint not null,
      account_id text not null,
      currency text not null,
      amount numeric(38, 0) not null check (amount <> 0),
      statement_of text,
      created_at timestamptz(3) not null,
      primary key (journal_id, line)
    )`,
    sql`create index postings_account on postings (account_id)`,
    // One asset's history is read as quickly as the whole.
    sql`create index postings_asset_statement
      on postings (statement_of, currency, created_at desc, journal_id desc, line desc)
      where statement_of is not null`,
    // New entries are looked for by time, and stand in that order: the smallest kind of index is enough.
    sql`create index postings_moment on postings using brin (created_at)`,
    sql`create index postings_statement
      on postings (statement_of, created_at desc, journal_id desc, line desc)
      where statement_of is not null`,
    // What a line of a statement was worth in its customer's currency when it was written.
    sql`create table entry_values (
      journal_id text not null,
      line smallint not null,
      currency text not null,
      value text not null,
      primary key (journal_id, line),
      foreign key (journal_id, line) references postings(journal_id, line)
    )`,
  ],
};
