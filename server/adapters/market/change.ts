import { formatUnits, mulDivNearest } from '#core/domain/decimal.ts';
import { parsePrice } from '#core/domain/price.ts';

/** The change from one price to another in percent, signed, two decimals, rounded to the nearest. */
export function changePercent(before: string, now: string): string {
  const from = parsePrice(before);
  const to = parsePrice(now);
  if (from === undefined || to === undefined) return '0.00';
  const size = mulDivNearest(to >= from ? to - from : from - to, 10_000n, from);
  return formatUnits(to >= from ? size : -size, 2, 2);
}
