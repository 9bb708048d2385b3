import { proxy } from 'valtio/vanilla';
import type { ToldPrices } from '#core/contract/live-prices.ts';
import { repriced } from '#core/domain/live-price.ts';
import type { Entry } from '#core/domain/portfolio.ts';

/** The prices that the server told last (LIVE-02); undefined: none yet. They are nobody's. */
export const livePrices = proxy<{ told: ToldPrices | undefined }>({ told: undefined });

/**
 * Entries of the wallet at the prices told since they were read, in their order, and since when these prices
 * are; undefined: they have what was told, or what was told is older.
 */
export function atLivePrices(
  entries: readonly Entry[],
  asOf: Date,
): { readonly entries: readonly Entry[]; readonly at: Date } | undefined {
  const { told } = livePrices;
  if (!told || told.at <= asOf.getTime()) return undefined;
  const now = entries.map((entry) => repriced(entry, told.of));
  const moved = now.some((entry, i) => entry !== entries[i]);
  return moved ? { entries: now, at: new Date(told.at) } : undefined;
}
