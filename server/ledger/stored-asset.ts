import { findKept, type KeptCurrency } from '#core/money/cash.ts';
import { type Asset, findAsset } from '#core/money/currencies.ts';

/**
 * The asset of a row. Its scale is needed to read the row's units, and a guess could be wrong by many orders
 * of magnitude, so an asset that is no longer listed throws (`ledger/unlisted.ts`).
 */
export function storedAsset(code: string): Asset {
  const asset = findAsset(code);
  if (!asset) throw new Error(`there are rows of ${code}, which is not a listed asset`);
  return asset;
}

/** The same for a row that may be of cash. */
export function storedKept(code: string): KeptCurrency {
  return findKept(code) ?? storedAsset(code);
}
