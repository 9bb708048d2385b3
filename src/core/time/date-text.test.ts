import { expect, test } from 'vitest';
import {
  dayIn,
  formatDay,
  formatDayInZone,
  formatInstant,
  formatLocal,
  formatMomentInZone,
  timestampOf,
  zoneNote,
} from './date-text.ts';

const at = Date.UTC(2026, 4, 13, 22, 5);
const now = Date.UTC(2026, 10, 21);

test('TX-04 Month day at h:mm AM/PM in the zone of the customer', () => {
  expect(formatLocal(at, 'UTC', now)).toBe('May 13 at 10:05 PM');
  expect(formatLocal(at, 'Australia/Sydney', now)).toBe('May 14 at 8:05 AM');
  expect(formatLocal(Date.UTC(2026, 4, 13, 0, 0), 'UTC', now)).toBe('May 13 at 12:00 AM');
});

test('TX-04 SPEC-11 the year stands where it is not the current one, by the zone of the customer', () => {
  expect(formatLocal(Date.UTC(2025, 11, 31, 23), 'UTC', now)).toBe('Dec 31, 2025 at 11:00 PM');
  expect(formatLocal(Date.UTC(2025, 11, 31, 23), 'Australia/Sydney', now)).toBe(
    'Jan 1 at 10:00 AM',
  );
});

test('TX-04 an unknown zone falls back to the local one', () => {
  const local = formatInstant(at, '', now);
  expect(formatInstant(at, 'Mars/Olympus', now)).toBe(local);
});

test('TX-04 what is no date says so', () => {
  expect(formatInstant(Number.NaN, 'UTC', now)).toBe('Invalid Date');
});

test('BEY-22 a timestamp says its zone’s distance to UTC, through the change of the clocks', () => {
  const at = Date.UTC(2026, 4, 13, 10, 0, 5);
  expect(timestampOf(at, 'Australia/Brisbane')).toEqual({
    local: '2026-05-13 20:00:05',
    offset: 'GMT+10:00',
  });
  const first = Date.UTC(2026, 9, 25, 0, 30);
  expect(timestampOf(first, 'Europe/Berlin')).toEqual({
    local: '2026-10-25 02:30:00',
    offset: 'GMT+02:00',
  });
  expect(timestampOf(first + 3_600_000, 'Europe/Berlin')).toEqual({
    local: '2026-10-25 02:30:00',
    offset: 'GMT+01:00',
  });
  expect(timestampOf(Number.NaN, 'UTC').local).toBe('Invalid Date');
  expect(timestampOf(at, 'Not/AZone').local).toMatch(/^2026-05-1\d \d{2}:\d{2}:05$/);
});

test('HARD-37 the day is that of the zone, and of UTC where none is known', () => {
  const at = Date.parse('2026-11-20T14:00:00Z');
  expect(dayIn('Australia/Sydney', at)).toBe('2026-11-21');
  expect(dayIn('Australia/Perth', at)).toBe('2026-11-20');
  expect(dayIn('Europe/Vilnius', at)).toBe('2026-11-20');
  expect(dayIn('', at)).toBe('2026-11-20');
});

test('HARD-43 a date names its zone where the device’s clock says something else at that moment', () => {
  const minutes = -new Date(at).getTimezoneOffset();
  const zones = Intl.supportedValuesOf('timeZone');
  for (const zone of ['UTC', ...zones]) {
    const { local } = timestampOf(at, zone);
    const other = Date.parse(`${local.replace(' ', 'T')}Z`) !== at + minutes * 60_000;
    const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
    expect(zoneNote(at, zone), zone).toBe(other ? ` (${city})` : '');
    expect(formatInstant(at, zone, now)).toBe(
      formatLocal(at, zone, now) + (other ? ` (${city})` : ''),
    );
  }
  expect(zoneNote(at, '')).toBe('');
  expect(zoneNote(Number.NaN, 'UTC')).toBe('');
});

test('HARD-76 a day without a time is that of the zone, which stands there where no device can say it', () => {
  const evening = Date.parse('2027-01-31T14:00:00Z');
  expect(formatDay(evening, 'Australia/Sydney')).toBe(
    `Feb 1, 2027${zoneNote(evening, 'Australia/Sydney')}`,
  );
  expect(formatDay(evening, 'Europe/Vilnius')).toMatch(/^Jan 31, 2027/);
  expect(formatDay(evening, '')).not.toContain('(');
  expect(formatDayInZone(evening, 'Australia/Sydney')).toBe('Feb 1, 2027 (Sydney time)');
  expect(formatDayInZone(evening, 'America/Argentina/Buenos_Aires')).toBe(
    'Jan 31, 2027 (Buenos Aires time)',
  );
  expect(formatDayInZone(evening, 'UTC')).toBe('Jan 31, 2027 (UTC)');
  expect(formatDay(Number.NaN, 'UTC')).toBe('Invalid Date');
});

test('U27 a minute is told in the zone of the account, with UTC’s beside it, and its day where that differs', () => {
  const at = Date.parse('2026-11-29T23:07:34Z');
  expect(formatMomentInZone(at, 'Australia/Melbourne')).toBe(
    'Nov 30, 2026 at 10:07 AM Melbourne time (Nov 29, 23:07 UTC)',
  );
  expect(formatMomentInZone(at, 'Europe/Lisbon')).toBe(
    'Nov 29, 2026 at 11:07 PM Lisbon time (23:07 UTC)',
  );
  expect(formatMomentInZone(at, 'UTC')).toBe('Nov 29, 2026 at 11:07 PM UTC');
  expect(formatMomentInZone(Number.NaN, 'UTC')).toBe('Invalid Date');
});
