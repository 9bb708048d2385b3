import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What keeps a wrong price cheap: the price that is believed, what is closed, and a minute's exposure. */
export const trading: Migration = {
  name: '0011-trading',
  statements: [
    // What is believed of each price, and the reading that left its band and waits to be confirmed.
    sql`create table prices (
      asset text primary key,
      usd numeric(38, 0) check (usd > 0),
      accepted text not null,
      suspect_usd numeric(38, 0) check (suspect_usd > 0),
      suspect_at timestamptz(3),
      fast boolean not null,
      version integer not null
    )`,
    // What operators have closed.
    sql`create table trading_halts (
      scope text primary key,
      reason text not null,
      closed_by text not null,
      closed_at timestamptz(3) not null
    )`,
    // By how much money the house's position in an asset has changed in a minute.
    sql`create table exposures (
      asset text not null,
      minute timestamptz(3) not null,
      usd_cents numeric(38, 0) not null,
      most_cents numeric(38, 0) not null,
      primary key (asset, minute)
    )`,
    sql`create index exposures_minute on exposures (minute)`,
    // A pin that comes like a price of a real market: nobody vouches for it.
    sql`alter table market_pins add column sudden boolean not null default false`,
  ],
};
