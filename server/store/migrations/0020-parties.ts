import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What the third parties keep: market history and pins, and the sandbox twins' own memory. */
export const parties: Migration = {
  name: '0020-parties',
  statements: [
    sql`create table market_pins (
      currency text primary key,
      price text not null
    )`,
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
    sql`create table sandbox_mails (
      mail_id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      code text,
      sent_at timestamptz(3) not null default now()
    )`,
    sql`create index sandbox_mails_recipient on sandbox_mails (recipient, mail_id desc)`,
    sql`create table sandbox_identities (
      user_id text primary key,
      status text not null
    )`,
    sql`create table sandbox_payments (
      token text primary key,
      tracking_id text not null unique,
      amount text not null,
      currency text not null,
      description text not null,
      return_urls text not null,
      outcome text
    )`,
  ],
};
