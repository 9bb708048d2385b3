import { findKept, type Kept } from '#core/domain/cash.ts';
import { type Asset, findAsset } from '#core/domain/currencies.ts';

/**
 * The asset of a row. Without its scale nobody can say how much the row's units are, and a guess
 * would be wrong a hundred-million-fold: one that is listed no more is a bug (`ledger/unlisted.ts`).
 */
export function storedAsset(code: string): Asset {
  const asset = findAsset(code);
  if (!asset) throw new Error(`there are rows of ${code}, which is not a listed asset`);
  return asset;
}

/** The same of a row that may be of cash. */
export function storedKept(code: string): Kept {
  return findKept(code) ?? storedAsset(code);
}
