import { parsePrice } from '#core/money/price.ts';
import type { PastPrice } from './coingecko.ts';
import type { Candle } from './market.ts';

/** About `count` evenly spaced prices of a series, including the last one. */
export function thin(points: readonly PastPrice[], count: number): readonly string[] {
  const step = Math.max(1, Math.ceil(points.length / count));
  return points.filter((_, i) => (points.length - 1 - i) % step === 0).map((point) => point.usd);
}

/**
 * Closed candles of `length` ms from a series of prices, oldest first. The first interval is dropped because
 * the series begins inside it, and the last one because it is still open.
 */
export function candlesOf(
  points: readonly PastPrice[],
  length: number,
  now: number,
): readonly Candle[] {
  const end = Math.floor(now / length) * length;
  const byStart = Map.groupBy(points, (point) => Math.floor(point.at / length) * length);
  return [...byStart].slice(1).flatMap(([start, inside]) => {
    const prices = inside.map((point) => point.usd);
    const sorted = prices.toSorted(
      (a, b) => Number((parsePrice(a) ?? 0n) > (parsePrice(b) ?? 0n)) * 2 - 1,
    );
    const [open, close, low, high] = [prices[0], prices.at(-1), sorted[0], sorted.at(-1)];
    if (start >= end || !open || !close || !low || !high) return [];
    return [{ openedAt: new Date(start), open, high, low, close }];
  });
}
