import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PriceRange } from '#core/contract/price.ts';
import { knownOf, momentsOf, type Worth } from './portfolio-points.ts';

const ranges: readonly PriceRange[] = ['day', 'week', 'month', 'year', 'all'];
const HOUR = 3_600_000;
const every = (step: number, count: number, end: number): Worth[] =>
  Array.from({ length: count }, (_, i) => ({ at: end - (count - 1 - i) * step, price: `${i}` }));

test('INS-01 each period has its moments, and those of days end with the last full hour', () => {
  const now = 500 * 24 * HOUR + 5 * HOUR;
  const series = { hours: every(HOUR, 169, now), days: every(24 * HOUR, 500, now - 5 * HOUR) };
  const lengths = ranges.map((range) => momentsOf(series, range).length);
  expect(lengths).toEqual([25, 169, 32, 367, 501]);
  for (const range of ranges) expect(momentsOf(series, range).at(-1)?.at).toBe(now);
});

test('INS-01 at midnight the last hour is the end of a day, and stands there once', () => {
  const now = 500 * 24 * HOUR;
  const series = { hours: every(HOUR, 169, now), days: every(24 * HOUR, 40, now) };
  expect(momentsOf(series, 'month')).toHaveLength(31);
});

test('INS-01 nothing known is left out without being bridged: the line is broken there and nowhere else', () => {
  const values = fc.array(fc.option(fc.nat().map(String), { nil: undefined }));
  fc.assert(
    fc.property(values, (prices) => {
      const moments = prices.map((price, at) => ({ at, price }));
      const known = knownOf(moments);
      expect(known.map(({ at, price }) => ({ at, price }))).toEqual(
        moments.filter(({ price }) => price !== undefined),
      );
      for (const { at, apart } of known) {
        expect(apart === true).toBe(at > 0 && prices[at - 1] === undefined);
      }
    }),
  );
});
