import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What a person at `/sandbox` does to the simulated parties (EASE-21). */
export const sandboxEvents: Migration = {
  name: '0013-sandbox-events',
  statements: [
    // How a twin behaves where that is not as usual: a party that is down or slow, the next card.
    sql`create table sandbox_switches (
      name text primary key,
      value text not null
    )`,
    // How many times its simulated value an asset or a currency is worth.
    sql`create table market_shifts (
      currency text primary key,
      times numeric(20, 8) not null check (times > 0)
    )`,
    // Deposits that the simulated custodian has seen and the server has not heard of yet.
    sql`create table sandbox_deposits (
      id text primary key,
      recipient text,
      currency text not null,
      amount text not null,
      network text not null,
      confirmations integer,
      transaction_hash text not null,
      seen_at timestamptz(3) not null
    )`,
    sql`create table sandbox_events (
      event_id bigint generated always as identity primary key,
      sentence text not null,
      happened boolean not null,
      at timestamptz(3) not null
    )`,
    // When the bank of a card that answers late says yes.
    sql`alter table sandbox_payments add column answers_at timestamptz(3)`,
    // A custodian may answer with a word that nobody here knows.
    sql`alter table sandbox_transfers drop constraint sandbox_transfers_plan_check`,
    sql`alter table sandbox_transfers add constraint sandbox_transfers_plan_check
      check (plan in ('auto', 'confirm', 'fail', 'refuse', 'silent', 'unclear'))`,
  ],
};
