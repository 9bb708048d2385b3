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

export const instruments: Migration = {
  name: '0002-instruments',
  statements: pairs.map(
    ([base, quote, minimum], position) =>
      sql`insert into instruments
        (id, is_active, base_currency, quote_currency, min_quantity, position)
        values (${`${base}-${quote}`}, true, ${base}, ${quote}, ${minimum}, ${position})`,
  ),
};
