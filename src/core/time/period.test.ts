import { expect, test } from 'vitest';
import { inPeriod, periodNames, periodReaches, periodStart } from './period.ts';

const now = Date.UTC(2026, 4, 13, 12);
const HOUR = 3_600_000;

test('TX-01 the periods are All time, Day, Week, Month and Year', () => {
  expect(periodNames).toEqual(['All time', 'Day', 'Week', 'Month', 'Year']);
});

test.each([
  ['Day', 24],
  ['Week', 7 * 24],
  ['Month', 30 * 24],
  ['Year', 365 * 24],
] as const)('TX-01 %s reaches back %i hours and not a millisecond more', (period, hours) => {
  expect(inPeriod(now - hours * HOUR, period, now)).toBe(true);
  expect(inPeriod(now - hours * HOUR - 1, period, now)).toBe(false);
});

test.each([
  ['the future', now + 1],
  ['what is no date', Number.NaN],
] as const)('TX-01 HARD-04 %s is in all time, and in no other period', (_, at) => {
  expect(periodNames.filter((period) => inPeriod(at, period, now))).toEqual(['All time']);
});

test.each([
  ['Day', 24],
  ['Week', 7 * 24],
  ['Month', 30 * 24],
  ['Year', 365 * 24],
] as const)(
  'HARD-99 TX-01 a list is read on to the first millisecond of %s, which belongs to it',
  (period, hours) => {
    const first = now - hours * HOUR;
    expect(periodStart(period, now)).toBe(first);
    expect([first, first - 1].map((at) => periodReaches(at, period, now))).toEqual([true, false]);
    expect(periodReaches(Number.NaN, period, now)).toBe(true);
  },
);

test('HARD-99 TX-01 all time has no beginning, and a list of it is always read on', () => {
  expect(periodStart('All time', now)).toBeUndefined();
  expect(periodReaches(0, 'All time', now)).toBe(true);
});
