import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Pairs with a stablecoin on at least one side, both ways, and about a dollar's worth of what is paid,
 * in whole units. Written out: what a released migration writes must not change with the catalogue.
 */
const pairs = [
  ['BTC', 'USDT', '0.00002'],
  ['BTC', 'USDC', '0.00002'],
  ['SOL', 'USDT', '0.01'],
  ['SOL', 'USDC', '0.01'],
  ['ETH', 'USDT', '0.0005'],
  ['ETH', 'USDC', '0.0005'],
  ['AVAX', 'USDT', '0.05'],
  ['AVAX', 'USDC', '0.05'],
  ['XRP', 'USDT', '1'],
  ['XRP', 'USDC', '1'],
  ['USDT', 'BTC', '1'],
  ['USDT', 'SOL', '1'],
  ['USDT', 'ETH', '1'],
  ['USDT', 'AVAX', '1'],
  ['USDT', 'XRP', '1'],
  ['USDT', 'USDC', '1'],
  ['USDC', 'BTC', '1'],
  ['USDC', 'SOL', '1'],
  ['USDC', 'ETH', '1'],
  ['USDC', 'AVAX', '1'],
  ['USDC', 'XRP', '1'],
  ['USDC', 'USDT', '1'],
] as const;

/** Swaps. */
export const swaps: Migration = {
  name: '0004-swaps',
  statements: [
    // Pairs that can be swapped.
    sql`create table instruments (
      id text primary key,
      is_active boolean not null,
      base_currency text not null,
      quote_currency text not null,
      min_quantity text not null,
      position integer not null,
      unique (base_currency, quote_currency)
    )`,
    ...pairs.map(
      ([base, quote, minimum], position) =>
        sql`insert into instruments
          (id, is_active, base_currency, quote_currency, min_quantity, position)
          values (${`${base}-${quote}`}, true, ${base}, ${quote}, ${minimum}, ${position})`,
    ),
    // Prices promised for seconds.
    sql`create table quotes (
      id text primary key,
      user_id text not null references users (id),
      source_currency text not null,
      source_units numeric(38, 0) not null check (source_units > 0),
      target_currency text not null,
      target_units numeric(38, 0) not null check (target_units > 0),
      spread_units numeric(38, 0) not null check (spread_units >= 0),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`,
    sql`create index quotes_expiry on quotes (expires_at)`,
  ],
};
