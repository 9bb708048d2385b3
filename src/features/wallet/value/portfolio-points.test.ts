import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PriceRange } from '#core/contract/market/price.ts';
import { knownOf, momentsOf, untilNow, type Worth } from './portfolio-points.ts';

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

test('EYE-01 the line of the past ends in what everything is worth now, unless that is older or not known', () => {
  const points = knownOf(every(HOUR, 5, 100 * HOUR));
  const now = new Date(100 * HOUR + 1);
  expect(untilNow(points, '7.5', now)).toEqual([...points, { at: now.getTime(), price: '7.5' }]);
  expect(untilNow(points, undefined, now)).toEqual(points);
  expect(untilNow(points, '7.5', undefined)).toEqual(points);
  expect(untilNow(points, '7.5', new Date(100 * HOUR))).toEqual(points);
});

test('EYE-01 the line of a first day rises from zero to what was paid in', () => {
  const now = 100 * HOUR + 60_000;
  expect(untilNow([], '99.41', new Date(now)).map(({ price }) => price)).toEqual([
    '0',
    '0',
    '99.41',
  ]);
  const one = [{ at: 100 * HOUR, price: '98' }];
  expect(untilNow(one, '99.41', new Date(now))).toEqual([
    { at: now - 24 * HOUR, price: '0' },
    { at: 99 * HOUR, price: '0' },
    ...one,
    { at: now, price: '99.41' },
  ]);
  // Nothing owned is no line.
  expect(untilNow([], '0.00', new Date(now))).toHaveLength(1);
  const first = { hours: every(HOUR, 7, now), days: [] };
  for (const range of ranges) expect(momentsOf(first, range)).toEqual(first.hours);
});
