import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Merchants and their transactions, as the payment gateway reports them. */
export const merchants: Migration = {
  name: '0023-merchants',
  statements: [
    sql`create table merchants (
      id text primary key,
      first_name text not null,
      last_name text not null,
      position integer not null
    )`,
    sql`create table merchant_transactions (
      id text primary key,
      merchant_id text not null references merchants (id),
      transaction_id text,
      request_type integer not null,
      status boolean not null,
      code text not null,
      amount text not null,
      currency text,
      currency_amount text,
      currency_value text,
      user_name text,
      source text,
      orderreference text,
      created_at timestamptz(3) not null
    )`,
    sql`create index merchant_transactions_newest
      on merchant_transactions (created_at desc, id desc)`,
    sql`create index merchant_transactions_of
      on merchant_transactions (merchant_id, created_at desc, id desc)`,
  ],
};
