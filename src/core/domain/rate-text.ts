import { MOST_DECIMALS } from './currencies.ts';
import { formatUnits, mulDivNearest, parseUnits } from './decimal.ts';
import { formatDecimal } from './format.ts';
import type { Sum } from './statement.ts';

/** The decimals of a rate. */
const RATE_SCALE = 8;

/** What one unit of the first cost in the second, to eight decimals; undefined if one is zero. */
export function rateText(one: Sum, other: Sum): string | undefined {
  const [a, b] = [parseUnits(one.amount, MOST_DECIMALS), parseUnits(other.amount, MOST_DECIMALS)];
  if (!a || !b) return undefined;
  const rate = formatUnits(mulDivNearest(b, 10n ** BigInt(RATE_SCALE), a), RATE_SCALE);
  return `1 ${one.currency} = ${formatDecimal(rate)} ${other.currency}`;
}

/** The two, the dearer one first: of it there was less. */
export function dearerFirst(one: Sum, other: Sum): readonly [Sum, Sum] {
  const [a, b] = [parseUnits(one.amount, MOST_DECIMALS), parseUnits(other.amount, MOST_DECIMALS)];
  return a && b && b < a ? [other, one] : [one, other];
}

/** The same for the dearer of the two. */
export const rateOfDearer = (one: Sum, other: Sum): string | undefined =>
  rateText(...dearerFirst(one, other));
