import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The memory of the sandbox, and of the market. */
export const sandbox: Migration = {
  name: '0009-sandbox',
  statements: [
    // Prices that somebody set.
    sql`create table market_pins (
      currency text primary key,
      price text not null
    )`,
    // Prices of the past.
    sql`create table market_candles (
      asset text not null,
      resolution text not null check (resolution in ('hour', 'day')),
      opened_at timestamptz(3) not null,
      open text not null,
      high text not null,
      low text not null,
      close text not null,
      primary key (asset, resolution, opened_at)
    )`,
    // The inbox.
    sql`create table sandbox_mails (
      mail_id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      code text,
      sent_at timestamptz(3) not null default now()
    )`,
    sql`create index sandbox_mails_recipient on sandbox_mails (recipient, mail_id desc)`,
    // What the identity provider thinks of a customer, or of a check by its name.
    sql`create table sandbox_identities (
      user_id text primary key,
      status text not null,
      comment text
    )`,
    // The card provider's payments.
    sql`create table sandbox_payments (
      token text primary key,
      tracking_id text not null unique,
      amount text not null,
      currency text not null,
      description text not null,
      return_urls text not null,
      outcome text,
      notice_key text not null default '',
      expires_at timestamptz(3) not null,
      paid_at timestamptz(3),
      refunds integer not null default 0,
      expired boolean not null default false
    )`,
    // The chain. A row without `sent_at` is the plan for a transfer that is still to come.
    sql`create table sandbox_transfers (
      reference text primary key,
      plan text not null check (plan in ('auto', 'confirm', 'fail', 'refuse', 'silent')),
      hash text not null,
      network text not null default '',
      summary text not null default '',
      sent_at timestamptz(3)
    )`,
    sql`create index sandbox_transfers_hash on sandbox_transfers (hash)`,
  ],
};
