import { expect, test } from 'vitest';
import { dayOf, inSpan, instantsOf } from './day-span.ts';

const hours = (from: string, until: string, timeZone: string): number => {
  const span = instantsOf({ from, until }, timeZone);
  return ((span.until ?? 0) - (span.from ?? 0)) / 3_600_000;
};

test.each([
  ['2028-02-28', '2028-03-01', 'UTC', 72],
  ['2026-10-04', '2026-10-04', 'Australia/Sydney', 23],
  ['2026-04-05', '2026-04-05', 'Australia/Sydney', 25],
  ['2026-12-31', '2026-12-31', 'America/New_York', 24],
] as const)('INS-04 the days from %s to %s in %s have %i hours', (from, until, zone, length) => {
  expect(hours(from, until, zone)).toBe(length);
});

test('INS-04 a range has its first and its last day, and is open where no day is named', () => {
  const span = instantsOf({ from: '2026-01-01', until: '2026-01-31' }, 'Australia/Sydney');
  const first = Date.parse('2025-12-31T13:00:00Z');
  const last = Date.parse('2026-01-31T13:00:00Z') - 1;
  expect([first - 1, first, last, last + 1].map((at) => inSpan(at, span))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(inSpan(first - 1, { ...span, from: undefined })).toBe(true);
  expect(inSpan(last + 1, { ...span, until: undefined })).toBe(true);
});

test.each(['2026-02-30', '2026-13-01', 'x', '', 5, undefined, '1969-12-31', '9999-01-01'])(
  'INS-04 %s is no day of a range',
  (text) => {
    expect(dayOf(text)).toBeUndefined();
  },
);
