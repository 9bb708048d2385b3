import type { Instrument } from '#core/contract/money/swap.ts';
import { isCashCode } from '#core/money/cash.ts';
import { offeredAssets } from '#core/money/currencies.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader } from '#server/store/schema/schema.ts';

/** Whether an asset is offered in a market (D10). */
export const isOffered = (code: string, marketCurrency: string): boolean =>
  offeredAssets(marketCurrency).some((asset) => asset.code === code);

/** Whether customers of a market can convert it: an offered asset, or the market's own cash (D37). */
const isConverted = (code: string, marketCurrency: string): boolean =>
  isCashCode(code) ? code === marketCurrency : isOffered(code, marketCurrency);

/** The pairs that customers of a market can convert. */
export async function listInstruments(
  db: Reader,
  market: string,
  limit: number,
): Promise<Instrument[]> {
  const rows = await db.selectFrom('instruments').selectAll().orderBy('position').execute();
  return rows
    .filter(
      (row) => isConverted(row.base_currency, market) && isConverted(row.quote_currency, market),
    )
    .slice(0, limit)
    .map((row) => ({
      instrument_id: row.id,
      is_active: row.is_active ? 'on' : 'off',
      base_currency_id: row.base_currency,
      quote_currency_id: row.quote_currency,
      min_quantity: row.min_quantity,
    }));
}

/**
 * Reads a pair; undefined if this market does not have it. A caller that needs more of the same moment, such as what
 * stops it, adds it to the selection.
 */
export function pairQuery(
  deps: Pick<Deps, 'db'>,
  market: string,
  [source, target]: readonly [string, string],
) {
  if (!isConverted(source, market) || !isConverted(target, market)) return undefined;
  return deps.db
    .selectFrom('instruments')
    .where('base_currency', '=', source)
    .where('quote_currency', '=', target)
    .where('is_active', '=', true)
    .selectAll();
}
