import type { Sum } from '#core/statement/statement.ts';
import { MOST_DECIMALS } from './currencies.ts';
import { formatUnits, mulDivDown, parseUnits } from './decimal.ts';
import { formatDecimal } from './format.ts';

/** The decimals of a rate. */
const RATE_SCALE = 8;

/**
 * The price of one unit of `one` in `other`, cut after eight decimals as the server cuts that of a quote, so that quote
 * and receipt say the same; undefined if an amount is zero.
 */
export function rateText(one: Sum, other: Sum): string | undefined {
  const [a, b] = [parseUnits(one.amount, MOST_DECIMALS), parseUnits(other.amount, MOST_DECIMALS)];
  if (!a || !b) return undefined;
  const rate = formatUnits(mulDivDown(b, 10n ** BigInt(RATE_SCALE), a), RATE_SCALE);
  return `1 ${one.currency} = ${formatDecimal(rate)} ${other.currency}`;
}

/** Both, the more expensive one first, which is the one with the smaller amount. */
export function dearerFirst(one: Sum, other: Sum): readonly [Sum, Sum] {
  const [a, b] = [parseUnits(one.amount, MOST_DECIMALS), parseUnits(other.amount, MOST_DECIMALS)];
  return a && b && b < a ? [other, one] : [one, other];
}

/** The rate per unit of the more expensive one. */
export const rateOfDearer = (one: Sum, other: Sum): string | undefined =>
  rateText(...dearerFirst(one, other));
