import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayAfter,
  dayBefore,
  latest,
  momentOf,
  nextAfter,
  occurrence,
  rhythms,
} from './recurrence.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2120-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const rhythm = fc.constantFrom(...rhythms);
const count = fc.nat({ max: 1_000 });
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

test('BANK-08 a week has 7 days and a fortnight 14, over every change of year', () => {
  fc.assert(
    fc.property(day, count, (first, n) => {
      expect(daysBetween(first, occurrence(first, 'weekly', n))).toBe(7 * n);
      expect(daysBetween(first, occurrence(first, 'fortnightly', n))).toBe(14 * n);
    }),
  );
});

test('BANK-08 each month has one, on the day of the first or on its last', () => {
  fc.assert(
    fc.property(day, count, (first, n) => {
      const then = occurrence(first, 'monthly', n);
      const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      expect(months(then) - months(first)).toBe(n);
      const tomorrow = new Date(Date.parse(then) + 86_400_000).getUTCDate();
      const isLast = tomorrow === 1;
      expect(then.slice(8) === first.slice(8) || (isLast && then.slice(8) < first.slice(8))).toBe(
        true,
      );
    }),
  );
});

test('BANK-08 what comes next is after the day, an occurrence, and none lies between', () => {
  fc.assert(
    fc.property(day, rhythm, fc.nat({ max: 20_000 }), (first, every, later) => {
      const today = new Date(Date.parse(first) + (later - 100) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      const next = nextAfter(first, every, today);
      const all = Array.from({ length: 3_000 }, (_, n) => occurrence(first, every, n));
      expect(next).toBe(all.find((one) => one > today));
    }),
    { numRuns: 30 },
  );
});

test('BANK-08 the ends of months and the leap day are those of the calendar', () => {
  const months = [0, 1, 2, 13, 25, 37].map((n) => occurrence('2027-01-31', 'monthly', n));
  expect(months).toEqual([
    ...['2027-01-31', '2027-02-28', '2027-03-31', '2028-02-29', '2029-02-28', '2030-02-28'],
  ]);
  expect(occurrence('2028-02-29', 'monthly', 12)).toBe('2029-02-28');
  expect(occurrence('2028-02-29', 'monthly', 48)).toBe('2032-02-29');
  expect(nextAfter('2026-01-31', 'monthly', '2026-02-28')).toBe('2026-03-31');
});

test('BANK-08 the moment of a day is on that day in both markets', () => {
  fc.assert(
    fc.property(day, (text) => {
      for (const timeZone of [
        'Australia/Sydney',
        'Australia/Perth',
        'Europe/Lisbon',
        'Europe/Helsinki',
      ]) {
        const there = new Intl.DateTimeFormat('en-CA', { timeZone }).format(momentOf(text));
        expect(there).toBe(text);
      }
    }),
  );
  expect(dayAfter(Date.parse('2027-01-01T01:59:59Z'))).toBe('2027-01-01');
  expect(dayAfter(Date.parse('2027-01-01T02:00:00Z'))).toBe('2027-01-02');
});

test('HARD-99 BANK-08 a purchase runs at two, the first day is one whose moment is still to come, and days are compared as they are', () => {
  expect(momentOf('2026-03-01')).toBe(Date.parse('2026-03-01T02:00:00Z'));
  expect(dayAfter(Date.parse('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
  expect(dayBefore('2028-03-01')).toBe('2028-02-29');
  expect(dayBefore('2027-01-01')).toBe('2026-12-31');
  expect(latest('2026-02-01', '2026-10-01', '2026-01-31')).toBe('2026-10-01');
  expect(latest()).toBe('');
});

test('HARD-99 BANK-08 before the first day the first one is next', () => {
  for (const every of rhythms)
    expect(nextAfter('2026-05-31', every, '2026-01-01')).toBe('2026-05-31');
  expect(nextAfter('2026-05-31', 'weekly', '2026-05-31')).toBe('2026-06-07');
  expect(nextAfter('2026-05-31', 'fortnightly', '2026-05-31')).toBe('2026-06-14');
  expect(nextAfter('2026-05-31', 'monthly', '2026-05-31')).toBe('2026-06-30');
});
