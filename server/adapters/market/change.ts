import { formatUnits, mulDivNearest, parseUnits, pow10 } from '#core/money/decimal.ts';
import { parsePrice } from '#core/money/price.ts';

/** A signed percentage with up to eight decimals, rounded to two. */
export function roundedPercent(percent: string): string | undefined {
  const isLoss = percent.startsWith('-');
  const units = parseUnits(isLoss ? percent.slice(1) : percent, 8);
  if (units === undefined) return undefined;
  const size = mulDivNearest(units, 1n, pow10(6));
  return formatUnits(isLoss ? -size : size, 2, 2);
}

/** The change between two prices in percent, signed, rounded to two decimals. */
export function changePercent(before: string, now: string): string {
  const from = parsePrice(before);
  const to = parsePrice(now);
  if (from === undefined || to === undefined) return '0.00';
  const size = mulDivNearest(to >= from ? to - from : from - to, 10_000n, from);
  return formatUnits(to >= from ? size : -size, 2, 2);
}
