import { proxy } from 'valtio/vanilla';
import type { ToldPrices } from '#core/contract/market/live-prices.ts';
import type { Entry } from '#core/statement/portfolio.ts';
import { repriced } from './live-price.ts';

/** The latest prices from the stream (LIVE-02); undefined before the first. They belong to no customer. */
export const livePrices = proxy<{ told: ToldPrices | undefined }>({ told: undefined });

/**
 * The wallet's entries at the latest prices, in the same order, and when these prices are from. Undefined if
 * the entries have the same prices or newer ones.
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
