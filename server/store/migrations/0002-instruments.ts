import { sql } from 'kysely';
import { type AssetCode, assets } from '#core/domain/currencies.ts';
import type { Migration } from '#server/store/migration.ts';

/** About a dollar's worth, in whole units of what is paid. */
const minimum: Readonly<Record<AssetCode, string>> = {
  BTC: '0.00002',
  SOL: '0.01',
  ETH: '0.0005',
  AVAX: '0.05',
  XRP: '1',
  USDT: '1',
  USDC: '1',
};

/** Pairs with a stablecoin on at least one side, both ways. */
const pairs = assets.flatMap((base) =>
  assets
    .filter((quote) => base.code !== quote.code && (base.stable || quote.stable))
    .map((quote) => [base.code, quote.code] as const),
);

export const instruments: Migration = {
  name: '0002-instruments',
  statements: pairs.map(
    ([base, quote], position) =>
      sql`insert into instruments
        (id, is_active, base_currency, quote_currency, min_quantity, position)
        values (${`${base}-${quote}`}, true, ${base}, ${quote}, ${minimum[base]}, ${position})`,
  ),
};
