/**
 * The crypto-assets and fiat currencies of the product.
 *
 * `scale` is the number of decimals the ledger keeps: the chain's own, at most eight, so that every
 * balance can be shown in full (FMT-01) and sent on chain without dust. `chainScale` is the chain's own.
 */
export const assets = [
  { code: 'BTC', name: 'Bitcoin', scale: 8, chainScale: 8, stable: false },
  { code: 'SOL', name: 'Solana', scale: 8, chainScale: 9, stable: false },
  { code: 'ETH', name: 'Ethereum', scale: 8, chainScale: 18, stable: false },
  { code: 'AVAX', name: 'Avax', scale: 8, chainScale: 18, stable: false },
  { code: 'XRP', name: 'Ripple', scale: 6, chainScale: 6, stable: false },
  { code: 'USDT', name: 'Tether', scale: 6, chainScale: 6, stable: true },
  { code: 'USDC', name: 'USDC', scale: 6, chainScale: 6, stable: true },
] as const;

/** The most decimals that an amount of any asset has. */
export const MOST_DECIMALS = 18;

export type Asset = (typeof assets)[number];
export type AssetCode = Asset['code'];

export const assetCodes: readonly AssetCode[] = assets.map((asset) => asset.code);

const byCode = new Map<string, Asset>(assets.map((asset) => [asset.code, asset]));

export const isAssetCode = (code: string): code is AssetCode => byCode.has(code);

/** The asset with this code, or undefined; for texts from outside. */
export const findAsset = (code: string): Asset | undefined => byCode.get(code);

/** The asset with a known code. */
export function assetOf(code: AssetCode): Asset {
  const asset = byCode.get(code);
  if (!asset) throw new Error(`unknown asset ${code}`);
  return asset;
}

/** Fiat currencies with their symbols. A customer's market currency is one of the first three. */
export const fiatSymbols = {
  USD: '$',
  EUR: '€',
  AUD: 'AU$',
  GBP: '£',
  CAD: 'C$',
  JPY: '¥',
} as const;

export type FiatCode = keyof typeof fiatSymbols;
export type MarketCurrency = 'USD' | 'EUR' | 'AUD';

export const fiatCodes = Object.keys(fiatSymbols) as readonly FiatCode[];

/** The assets offered to a customer: USDT is not offered to EUR customers anywhere (D10, WAL-06). */
export const offeredAssets = (marketCurrency: string): readonly Asset[] =>
  assets.filter((asset) => asset.code !== 'USDT' || marketCurrency !== 'EUR');

/** The pair with which the swap page opens (SWAP-15). */
export const defaultPair = (marketCurrency: string): { source: AssetCode; target: AssetCode } => ({
  source: 'BTC',
  target: marketCurrency === 'EUR' ? 'USDC' : 'USDT',
});
