import { mulDivDown, mulDivNearest, parseUnits, parseUnitsDown, pow10 } from './decimal.ts';

/** Market prices are USD per one whole asset, as decimal strings with at most this many decimals. */
export const PRICE_SCALE = 8;
/** Forex rates are units of a currency per one USD, with at most this many decimals. */
export const RATE_SCALE = 8;

/** Price in 1e-8 USD, or undefined if the text is not a positive decimal. */
export function parsePrice(text: string): bigint | undefined {
  const units = parseUnitsDown(text, PRICE_SCALE);
  return units !== undefined && units > 0n ? units : undefined;
}

/** USD value, in 1e-8 USD, of `units` of an asset with `scale` decimals; cut towards zero. */
export const usdValue = (units: bigint, scale: number, price: bigint): bigint =>
  mulDivDown(units, price, pow10(scale));

/**
 * Converts a USD decimal to another currency by a rate per USD. The result is in 1e-8, rounded to nearest:
 * for showing, never for the ledger.
 */
export function convertUsd(usd: string, ratePerUsd: string): bigint | undefined {
  const amount = parseUnitsDown(usd, PRICE_SCALE);
  const rate = parseUnits(ratePerUsd, RATE_SCALE);
  if (amount === undefined || rate === undefined || rate === 0n) return undefined;
  return mulDivNearest(amount, rate, pow10(RATE_SCALE));
}
