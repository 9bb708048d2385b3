import { type Asset, type AssetCode, assetOf, findAsset, isAssetCode } from './currencies.ts';

/**
 * Cash that customers hold beside crypto-assets, in cents: the currency of their market, or none in the USD
 * market (D37). Cash has no network, no address and no chart.
 */
export const cashes = [
  { code: 'EUR', name: 'Cash', scale: 2 },
  { code: 'AUD', name: 'Cash', scale: 2 },
] as const;

export type Cash = (typeof cashes)[number];
export type CashCode = Cash['code'];

/** Everything that the ledger keeps balances of: assets and cash. */
export type KeptCurrency = Asset | Cash;
export type KeptCode = AssetCode | CashCode;

/** The cash with this code, or undefined; for texts from outside. */
export const findCash = (code: string): Cash | undefined =>
  cashes.find((cash) => cash.code === code);

export const isCashCode = (code: string): code is CashCode => findCash(code) !== undefined;

/** The asset or cash with this code, or undefined; for texts from outside. */
export const findKept = (code: string): KeptCurrency | undefined =>
  findAsset(code) ?? findCash(code);

/** The asset or cash with a known code. */
export function keptOf(code: KeptCode): KeptCurrency {
  const kept = findKept(code);
  if (!kept) throw new Error(`unknown asset ${code}`);
  return kept;
}

/** Whether an exchange is a sale: the target is cash or, in a market without cash, a stable coin. */
export const isSale = (source: KeptCurrency, target: KeptCurrency): boolean =>
  !isCashCode(source.code) && (!isAssetCode(target.code) || assetOf(target.code).stable);

export const isKeptCode = (code: string): code is KeptCode => findKept(code) !== undefined;

/** Shown for cash in histories, in place of a network. */
export const BANK_TRANSFER = 'Bank transfer';

/** How long money takes between banks. */
export const BANK_ARRIVAL = 'Usually within minutes, at the latest on the next business day';

/**
 * The smallest purchase with cash, in whole units. A smaller remainder can be given up when the account is
 * closed.
 */
export const LEAST_CASH = '1';
