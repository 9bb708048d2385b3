import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What currencies were worth on each day, from now on: past balances are valued by it (INS-01, INS-05). */
export const exchangeRates: Migration = {
  name: '0025-exchange-rates',
  statements: [
    // Units of a currency per one USD. What is kept once stays.
    sql`create table exchange_rates (
      day text not null,
      currency text not null,
      per_usd text not null,
      primary key (day, currency)
    )`,
  ],
};
