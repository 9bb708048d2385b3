import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  businessDaysAfter,
  businessHoursAfter,
  closeOf,
  daysAfter,
  easterOf,
  isBusinessDay,
  lastCloseBy,
  monthAfter,
  receivedOn,
  vilniusDayOf,
} from './business-time.ts';

const DAY_MS = 24 * 3_600_000;
const LAST = Date.UTC(2099, 11, 1);
const dayAt = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const iso = (at: number): string => new Date(at).toISOString();

const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: LAST });

const vilnius = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Vilnius',
  dateStyle: 'short',
});
const hours = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Vilnius',
  hour: '2-digit',
  minute: '2-digit',
});

/** Easter once more: the Sunday after the full moon of the church's tables, as Gauss reckons it. */
function gauss(year: number): string {
  const [a, b, c] = [year % 19, year % 4, year % 7];
  // The constants of 1900 to 2099.
  const d = (19 * a + 24) % 30;
  const e = (2 * b + 4 * c + 6 * d + 5) % 7;
  const march = 22 + d + e;
  const late = march - 31 === 26 || (march - 31 === 25 && d === 28 && e === 6 && a > 10);
  return dateOf(dayAt(`${year}-03-01`) + march - 1 - (late ? 7 : 0));
}

test('KEEP-03 Easter is where it is in every year to 2099', () => {
  expect(dateOf(easterOf(2026))).toBe('2026-04-05');
  expect(dateOf(easterOf(2038))).toBe('2038-04-25');
  for (let year = 1970; year <= 2099; year++) expect(dateOf(easterOf(year))).toBe(gauss(year));
});

test('KEEP-03 a business day is no weekend and no Lithuanian holiday', () => {
  const closed = [
    ...['2026-01-01', '2026-02-16', '2026-03-11', '2026-04-06', '2026-05-01', '2026-06-24'],
    ...['2026-07-06', '2027-11-01', '2027-11-02', '2026-12-24', '2026-12-25'],
    ...['2026-11-28', '2026-11-29'],
  ];
  for (const date of closed) expect(isBusinessDay(dayAt(date)), date).toBe(false);
  for (const date of ['2026-01-02', '2026-04-03', '2026-11-25', '2026-12-23', '2026-12-28']) {
    expect(isBusinessDay(dayAt(date)), date).toBe(true);
  }
});

test('KEEP-03 days and their ends are those of Vilnius, summer and winter, to 2099', () => {
  fc.assert(
    fc.property(instants, (at) => {
      expect(dateOf(vilniusDayOf(at))).toBe(vilnius.format(at));
      const close = closeOf(vilniusDayOf(at));
      expect(hours.format(close)).toBe('17:00');
      expect(vilnius.format(close)).toBe(vilnius.format(at));
    }),
  );
  // The days on which clocks change, and the hour around it.
  expect(iso(closeOf(dayAt('2026-03-28')))).toBe('2026-03-28T15:00:00.000Z');
  expect(iso(closeOf(dayAt('2026-03-29')))).toBe('2026-03-29T14:00:00.000Z');
  expect(iso(closeOf(dayAt('2026-10-25')))).toBe('2026-10-25T15:00:00.000Z');
});

test('KEEP-03 what arrives after 17:00 or on a free day counts from the next business day', () => {
  expect(dateOf(receivedOn(Date.parse('2026-11-25T15:00:00Z')))).toBe('2026-11-25');
  expect(dateOf(receivedOn(Date.parse('2026-11-25T15:00:00.001Z')))).toBe('2026-11-26');
  expect(dateOf(receivedOn(Date.parse('2026-12-23T16:00:00Z')))).toBe('2026-12-28');
});

test('KEEP-03 fifteen business days over Christmas, and thirty days that end on a holiday', () => {
  expect(iso(businessDaysAfter(Date.parse('2026-12-18T09:00:00Z'), 15))).toBe(
    '2027-01-13T15:00:00.000Z',
  );
  // 30 days later is 24 December.
  expect(iso(daysAfter(Date.parse('2026-11-24T18:00:00Z'), 30))).toBe('2026-12-23T15:00:00.000Z');
});

test('KEEP-03 so many business days later so many business days have passed', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 60 }), (at, days) => {
      const due = businessDaysAfter(at, days);
      const [first, last] = [receivedOn(at), vilniusDayOf(due)];
      let passed = 0;
      for (let day = first + 1; day <= last; day++) if (isBusinessDay(day)) passed++;
      expect(passed).toBe(days);
      expect(due).toBe(closeOf(last));
      expect(due).toBeGreaterThanOrEqual(at);
    }),
  );
});

test('KEEP-03 what arrives later is never due earlier', () => {
  fc.assert(
    fc.property(instants, fc.nat(20 * DAY_MS), fc.nat(20), (at, later, days) => {
      expect(businessDaysAfter(at + later, days)).toBeGreaterThanOrEqual(
        businessDaysAfter(at, days),
      );
      expect(daysAfter(at + later, 30)).toBeGreaterThanOrEqual(daysAfter(at, 30));
      expect(monthAfter(at + later)).toBeGreaterThanOrEqual(monthAfter(at));
    }),
  );
});

test('KEEP-03 a clock never ends after its limit, and no business day is given away', () => {
  fc.assert(
    fc.property(instants, (limit) => {
      const close = lastCloseBy(limit);
      expect(close).toBeLessThanOrEqual(limit);
      expect(isBusinessDay(vilniusDayOf(close))).toBe(true);
      for (let day = vilniusDayOf(close) + 1; closeOf(day) <= limit; day++) {
        expect(isBusinessDay(day)).toBe(false);
      }
    }),
  );
});

test('KEEP-04 a month ends on the same date of the next, or on its last day', () => {
  expect(iso(monthAfter(Date.parse('2026-11-25T09:00:00Z')))).toBe('2026-12-23T15:00:00.000Z');
  expect(iso(monthAfter(Date.parse('2027-01-31T09:00:00Z')))).toBe('2027-02-26T15:00:00.000Z');
  expect(iso(monthAfter(Date.parse('2026-06-08T09:00:00Z')))).toBe('2026-07-08T14:00:00.000Z');
});

test('KEEP-10 business hours run between opening and closing, over nights, weekends and holidays', () => {
  const after = (at: string, hours: number) => iso(businessHoursAfter(Date.parse(at), hours));
  // Thursday at noon in Vilnius.
  expect(after('2026-11-26T10:00:00Z', 3)).toBe('2026-11-26T13:00:00.000Z');
  expect(after('2026-11-26T14:00:00Z', 3)).toBe('2026-11-27T08:00:00.000Z');
  // Friday evening: Monday at eleven. Before Christmas: three holidays and a Sunday later.
  expect(after('2026-11-27T19:00:00Z', 3)).toBe('2026-11-30T09:00:00.000Z');
  expect(after('2026-12-23T14:30:00Z', 3)).toBe('2026-12-28T08:30:00.000Z');
  expect(after('2026-11-26T01:00:00Z', 3)).toBe('2026-11-26T09:00:00.000Z');
});

test('KEEP-10 of business hours none is lost or counted twice, and each ends in business time', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 20 }), (at, count) => {
      const end = businessHoursAfter(at, count);
      expect(end).toBe(businessHoursAfter(businessHoursAfter(at, 1), count - 1));
      const day = vilniusDayOf(end);
      expect(isBusinessDay(day)).toBe(true);
      expect(end).toBeLessThanOrEqual(closeOf(day));
      expect(end).toBeGreaterThan(closeOf(day) - 9 * 3_600_000);
      expect(end - at).toBeGreaterThanOrEqual(count * 3_600_000);
    }),
  );
});
