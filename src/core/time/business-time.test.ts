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
  localDayOf,
  monthAfter,
  receivedOn,
  SYDNEY,
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
      expect(dateOf(localDayOf(at))).toBe(vilnius.format(at));
      const close = closeOf(localDayOf(at));
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
      const [first, last] = [receivedOn(at), localDayOf(due)];
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
      expect(isBusinessDay(localDayOf(close))).toBe(true);
      for (let day = localDayOf(close) + 1; closeOf(day) <= limit; day++) {
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
      const day = localDayOf(end);
      expect(isBusinessDay(day)).toBe(true);
      expect(end).toBeLessThanOrEqual(closeOf(day));
      expect(end).toBeGreaterThan(closeOf(day) - 9 * 3_600_000);
      expect(end - at).toBeGreaterThanOrEqual(count * 3_600_000);
    }),
  );
});

const sydney = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  dateStyle: 'short',
});
const sydneyHours = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  minute: '2-digit',
});

test('KEEP-13 a business day of Sydney is no weekend and no holiday of New South Wales', () => {
  const closed = [
    // As the state lists them for 2026 and 2027.
    ...['2026-01-01', '2026-01-26', '2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'],
    ...['2026-04-25', '2026-04-27', '2026-06-08', '2026-10-05', '2026-12-25', '2026-12-28'],
    ...['2027-01-01', '2027-01-26', '2027-03-26', '2027-03-29', '2027-04-26', '2027-06-14'],
    ...['2027-10-04', '2027-12-27', '2027-12-28', '2028-01-03', '2028-04-25'],
    // A Christmas Day on a Sunday, and New Year's Day a week later; Australia Day on a Sunday.
    ...['2022-12-26', '2022-12-27', '2023-01-02', '2025-01-27', '2032-01-26'],
  ];
  for (const date of closed) expect(isBusinessDay(dayAt(date), SYDNEY), date).toBe(false);
  const open = [
    ...['2026-01-02', '2026-04-02', '2026-04-07', '2026-04-24', '2026-06-01', '2026-08-03'],
    ...['2026-12-24', '2026-12-29', '2027-12-29', '2022-12-28', '2032-04-26', '2026-02-16'],
  ];
  for (const date of open) expect(isBusinessDay(dayAt(date), SYDNEY), date).toBe(true);
  // The King's Birthday is the second Monday of June, Labour Day the first of October, in every year.
  for (let year = 2024; year <= 2099; year++) {
    for (const [month, from] of [
      ['06', 8],
      ['10', 1],
    ] as const) {
      const week = Array.from(
        { length: 7 },
        (_, at) => dayAt(`${year}-${month}-01`) + from - 1 + at,
      );
      const monday = week.find((day) => new Date(day * DAY_MS).getUTCDay() === 1) ?? 0;
      expect(isBusinessDay(monday, SYDNEY), dateOf(monday)).toBe(false);
    }
    expect(isBusinessDay(easterOf(year) - 2, SYDNEY), `Good Friday ${year}`).toBe(false);
    expect(isBusinessDay(easterOf(year) + 1, SYDNEY), `Easter Monday ${year}`).toBe(false);
  }
});

test('KEEP-13 days and their ends are those of Sydney, summer and winter, to 2099', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const day = localDayOf(at, SYDNEY);
      expect(dateOf(day)).toBe(sydney.format(at));
      const close = closeOf(day, SYDNEY);
      expect(sydneyHours.format(close)).toBe('17:00');
      expect(sydney.format(close)).toBe(sydney.format(at));
    }),
  );
  // The days on which clocks change, and the hour around it, in every year.
  for (let year = 2024; year <= 2099; year++) {
    for (const month of [4, 10]) {
      const sunday = Array.from({ length: 7 }, (_, at) => Date.UTC(year, month - 1, 1 + at)).find(
        (at) => new Date(at).getUTCDay() === 0,
      );
      const change = (sunday ?? 0) - 8 * 3_600_000;
      for (const at of [change - 1, change, change + 3_600_000]) {
        const close = closeOf(localDayOf(at, SYDNEY), SYDNEY);
        expect(dateOf(localDayOf(at, SYDNEY))).toBe(sydney.format(at));
        expect(sydneyHours.format(close)).toBe('17:00');
      }
    }
  }
  expect(iso(closeOf(dayAt('2026-10-03'), SYDNEY))).toBe('2026-10-03T07:00:00.000Z');
  expect(iso(closeOf(dayAt('2026-10-04'), SYDNEY))).toBe('2026-10-04T06:00:00.000Z');
  expect(iso(closeOf(dayAt('2027-04-04'), SYDNEY))).toBe('2027-04-04T07:00:00.000Z');
});

test('KEEP-13 so many business days of Sydney later so many have passed, and none is given away', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 30 }), (at, days) => {
      const due = businessDaysAfter(at, days, SYDNEY);
      const [first, last] = [localDayOf(at, SYDNEY), localDayOf(due, SYDNEY)];
      let passed = 0;
      for (let day = first + 1; day <= last; day++) if (isBusinessDay(day, SYDNEY)) passed++;
      expect(passed).toBe(days);
      expect(isBusinessDay(last, SYDNEY)).toBe(true);
      expect(due).toBe(closeOf(last, SYDNEY));
      expect(businessDaysAfter(at + 3_600_000, days, SYDNEY)).toBeGreaterThanOrEqual(due);
    }),
  );
  // On a Saturday in Sydney, while it is still Friday in Vilnius: Wednesday.
  expect(iso(businessDaysAfter(Date.parse('2026-11-27T14:00:00Z'), 3, SYDNEY))).toBe(
    '2026-12-02T06:00:00.000Z',
  );
  // Over Easter and the day added for Anzac Day.
  expect(iso(businessDaysAfter(Date.parse('2026-04-24T02:00:00Z'), 3, SYDNEY))).toBe(
    '2026-04-30T07:00:00.000Z',
  );
});
