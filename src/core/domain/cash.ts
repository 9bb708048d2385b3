import { type Asset, type AssetCode, assetOf, findAsset, isAssetCode } from './currencies.ts';

/**
 * Cash that customers hold beside their crypto-assets, in cents: the currency of their market, and none
 * for those whose market is USD (D37). It has no network, no address and no chart.
 */
export const cashes = [
  { code: 'EUR', name: 'Cash', scale: 2 },
  { code: 'AUD', name: 'Cash', scale: 2 },
] as const;

export type Cash = (typeof cashes)[number];
export type CashCode = Cash['code'];

/** Whatever the ledger keeps. */
export type Kept = Asset | Cash;
export type KeptCode = AssetCode | CashCode;

/** The cash of a code, or undefined: for text that comes from outside. */
export const findCash = (code: string): Cash | undefined =>
  cashes.find((cash) => cash.code === code);

export const isCashCode = (code: string): code is CashCode => findCash(code) !== undefined;

/** The same of whatever the ledger keeps. */
export const findKept = (code: string): Kept | undefined => findAsset(code) ?? findCash(code);

/** Whatever the ledger keeps, of a known code. */
export function keptOf(code: KeptCode): Kept {
  const kept = findKept(code);
  if (!kept) throw new Error(`unknown asset ${code}`);
  return kept;
}

/** Whether an exchange sells: for cash, or for what keeps its worth where a market has no cash. */
export const isSale = (source: Kept, target: Kept): boolean =>
  !isCashCode(source.code) && (!isAssetCode(target.code) || assetOf(target.code).stable);

export const isKeptCode = (code: string): code is KeptCode => findKept(code) !== undefined;

/** The way that cash comes and goes, where the history names a network. */
export const BANK_TRANSFER = 'Bank transfer';

/** How long money takes between banks. */
export const BANK_ARRIVAL = 'Usually within minutes, at the latest on the next business day';

/** The least that is bought with cash, in whole units; less can be given up with the account. */
export const LEAST_CASH = '1';
