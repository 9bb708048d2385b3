import { expect, test } from 'vitest';
import { inPeriod, periodNames } from './period.ts';

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

test('TX-01 the future is in no period, and what is no date only in all time', () => {
  expect(periodNames.map((period) => inPeriod(now + 1, period, now))).not.toContain(true);
  expect(periodNames.map((period) => inPeriod(Number.NaN, period, now))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
