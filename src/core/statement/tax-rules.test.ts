import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn, timestampOf } from '#core/time/date-text.ts';
import { startOfDay, taxYearOf, taxYears } from './tax-rules.ts';

const zones = [
  'Australia/Sydney',
  'Europe/Vilnius',
  'America/New_York',
  'Pacific/Kiritimati',
  'UTC',
];

test('INS-03 Australia’s tax year is from July to June, every other one is the calendar’s', () => {
  const sydney = taxYearOf(2025, true, 'Australia/Sydney');
  expect(sydney.name).toBe('2025–26');
  expect(new Date(sydney.from).toISOString()).toBe('2025-06-30T14:00:00.000Z');
  expect(new Date(sydney.to).toISOString()).toBe('2026-06-30T14:00:00.000Z');
  const vilnius = taxYearOf(2024, false, 'Europe/Vilnius');
  expect(vilnius.name).toBe('2024');
  expect(new Date(vilnius.from).toISOString()).toBe('2023-12-31T22:00:00.000Z');
  expect(vilnius.to - vilnius.from, 'a leap year').toBe(366 * 86_400_000);
});

test('INS-03 the present tax year is the first that is offered, by the customer’s own clock', () => {
  const names = (now: string, market: string, zone: string) =>
    taxYears(Date.parse(now), 2, market === 'AUD', zone).map(({ name }) => name);
  expect(names('2026-06-30T13:59:00Z', 'AUD', 'Australia/Sydney')).toEqual(['2025–26', '2024–25']);
  expect(names('2026-06-30T14:00:00Z', 'AUD', 'Australia/Sydney')).toEqual(['2026–27', '2025–26']);
  expect(names('2025-12-31T22:30:00Z', 'EUR', 'Europe/Vilnius')).toEqual(['2026', '2025']);
  expect(names('2025-12-31T22:30:00Z', 'USD', 'America/New_York')).toEqual(['2025', '2024']);
});

test('INS-03 years follow each other without a gap, whatever the clocks do', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2000, max: 2060 }),
      fc.boolean(),
      fc.constantFrom(...zones),
      (year, isJuly, zone) => {
        const { from, to } = taxYearOf(year, isJuly, zone);
        expect(taxYearOf(year + 1, isJuly, zone).from).toBe(to);
        expect(timestampOf(from, zone).local).toBe(`${year}-${isJuly ? '07' : '01'}-01 00:00:00`);
      },
    ),
    { numRuns: 60 },
  );
});

test('INS-03 a day begins where the clock first shows it, also where midnight does not exist', () => {
  // On this day, clocks in Cairo went from midnight to one o’clock.
  const at = startOfDay(2024, 3, 26, 'Africa/Cairo');
  expect(timestampOf(at, 'Africa/Cairo').local).toBe('2024-04-26 01:00:00');
  expect(dayIn('Africa/Cairo', at - 1)).toBe('2024-04-25');
});
