import type { Selectable } from 'kysely';
import type { Instrument } from '#core/contract/swap.ts';
import { offeredAssets } from '#core/domain/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { type Closed, closedSql } from '#server/services/trading/closed.ts';
import { marketOf } from '#server/services/users/users.ts';
import type { Instruments } from '#server/store/core-schema.ts';
import type { Reader } from '#server/store/schema.ts';

/** Whether an asset is offered to customers of a market currency at all (D10). */
export const isOffered = (code: string, marketCurrency: string): boolean =>
  offeredAssets(marketCurrency).some((asset) => asset.code === code);

/** The pairs a customer may convert. */
export async function listInstruments(
  db: Reader,
  userId: string,
  limit: number,
): Promise<Instrument[]> {
  const market = await marketOf(db, userId);
  const rows = await db.selectFrom('instruments').selectAll().orderBy('position').execute();
  return rows
    .filter((row) => isOffered(row.base_currency, market) && isOffered(row.quote_currency, market))
    .slice(0, limit)
    .map((row) => ({
      instrument_id: row.id,
      is_active: row.is_active ? 'on' : 'off',
      base_currency_id: row.base_currency,
      quote_currency_id: row.quote_currency,
      min_quantity: row.min_quantity,
    }));
}

/** The pair, if this customer may convert it, and what closes it now. */
export async function findPair(
  deps: Pick<Deps, 'config' | 'db'>,
  userId: string,
  source: string,
  target: string,
): Promise<(Selectable<Instruments> & { readonly closed: Closed | null }) | undefined> {
  const { db } = deps;
  const market = await marketOf(db, userId);
  if (!isOffered(source, market) || !isOffered(target, market)) return undefined;
  return db
    .selectFrom('instruments')
    .where('base_currency', '=', source)
    .where('quote_currency', '=', target)
    .where('is_active', '=', true)
    .selectAll()
    .select(closedSql(deps, [source, target]).as('closed'))
    .executeTakeFirst();
}
