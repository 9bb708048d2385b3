import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthOf, pastMonths, pastQuarters } from './month.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const hours = ({ from, to }: { readonly from: number; readonly to: number }) => (to - from) / HOUR;

test('INS-05 a month begins and ends at midnight in the customer’s zone, also at a year’s end', () => {
  expect(monthOf(2026, 11, 'Australia/Sydney')).toEqual({
    ...{ key: '2026-12', name: 'December 2026' },
    from: Date.parse('2026-11-30T13:00:00Z'),
    to: Date.parse('2026-12-31T13:00:00Z'),
  });
  expect(monthOf(2026, 12, 'America/Los_Angeles')).toMatchObject({
    ...{ key: '2027-01', name: 'January 2027', from: Date.parse('2027-01-01T08:00:00Z') },
  });
  expect(monthOf(2026, 0, 'Pacific/Kiritimati').from).toBe(Date.parse('2025-12-31T10:00:00Z'));
});

test('INS-05 a leap day belongs to its February', () => {
  expect(hours(monthOf(2028, 1, 'UTC'))).toBe(29 * 24);
  expect(hours(monthOf(2026, 1, 'UTC'))).toBe(28 * 24);
  expect(hours(monthOf(2100, 1, 'Europe/Vilnius'))).toBe(28 * 24);
});

test('INS-05 the month in which clocks change has an hour less or more', () => {
  expect(hours(monthOf(2026, 2, 'Europe/Vilnius'))).toBe(31 * 24 - 1);
  expect(hours(monthOf(2026, 9, 'Europe/Vilnius'))).toBe(31 * 24 + 1);
  // Clocks of this zone change by half an hour.
  expect(hours(monthOf(2026, 3, 'Australia/Lord_Howe'))).toBe(30 * 24 + 0.5);
});

test('INS-05 a month is offered ten minutes after its end in the customer’s zone, not before', () => {
  const end = Date.parse('2026-02-28T13:00:00Z');
  const newest = (at: number) => pastMonths(at, 1, 'Australia/Sydney')[0]?.key;
  expect(newest(end + 10 * 60_000 - 1)).toBe('2026-01');
  expect(newest(end + 10 * 60_000)).toBe('2026-02');
  expect(newest(Date.parse('2027-01-03T00:00:00Z'))).toBe('2026-12');
});

test('INS-05 months follow each other without a gap in every zone', () => {
  const zones = fc.constantFrom(
    ...['UTC', 'Europe/Vilnius', 'Australia/Sydney', 'Australia/Lord_Howe', 'America/St_Johns'],
    ...['Pacific/Kiritimati', 'Pacific/Apia', 'Asia/Kathmandu', 'America/Santiago'],
  );
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2009, 0, 3), max: Date.UTC(2060, 0, 1) }),
      zones,
      (now, zone) => {
        const months = pastMonths(now, 25, zone);
        expect(months[0]?.to).toBeLessThanOrEqual(now);
        for (const [i, month] of months.entries()) {
          expect(month.to - month.from).toBeGreaterThan(26 * DAY);
          const before = months[i + 1];
          if (before) expect(before.to).toBe(month.from);
        }
        expect(new Set(months.map(({ key }) => key)).size).toBe(months.length);
      },
    ),
  );
});

test('KEEP-16 a quarter is three months of UTC, offered ten minutes after its end, also at a year’s end', () => {
  const end = Date.UTC(2027, 0, 1);
  const [before, after] = [end + 10 * 60_000 - 1, end + 10 * 60_000];
  expect(pastQuarters(before, 1)[0]?.key).toBe('2026-Q3');
  expect(pastQuarters(after, 5)).toEqual([
    { key: '2026-Q4', name: 'October to December 2026', from: Date.UTC(2026, 9, 1), to: end },
    {
      ...{ key: '2026-Q3', name: 'July to September 2026' },
      ...{ from: Date.UTC(2026, 6, 1), to: Date.UTC(2026, 9, 1) },
    },
    {
      ...{ key: '2026-Q2', name: 'April to June 2026' },
      ...{ from: Date.UTC(2026, 3, 1), to: Date.UTC(2026, 6, 1) },
    },
    {
      ...{ key: '2026-Q1', name: 'January to March 2026' },
      ...{ from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 3, 1) },
    },
    {
      ...{ key: '2025-Q4', name: 'October to December 2025' },
      ...{ from: Date.UTC(2025, 9, 1), to: Date.UTC(2026, 0, 1) },
    },
  ]);
  for (const { key, from, to } of pastQuarters(after, 20)) {
    const year = Number(key.slice(0, 4));
    const first = 3 * (Number(key.at(-1)) - 1);
    expect(from, key).toBe(monthOf(year, first, 'UTC').from);
    expect(to, key).toBe(monthOf(year, first + 2, 'UTC').to);
  }
});
