import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn, timestampOf } from './date-text.ts';
import { oneOfManyDays, oneOfManyTimestamps } from './many-timestamps.ts';

test('INS-03 timestamps of many rows are those of each, also around the hour in which clocks change', () => {
  const zone = fc.constantFrom(
    ...['', 'UTC', 'Europe/Vilnius', 'Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Apia'],
    ...['America/St_Johns', 'Asia/Kathmandu', 'America/Santiago'],
  );
  const moment = fc.integer({ min: Date.UTC(2009, 0, 3), max: Date.UTC(2060, 0, 1) });
  fc.assert(
    fc.property(moment, zone, (at, timeZone) => {
      expect(oneOfManyTimestamps(at, timeZone)).toEqual(timestampOf(at, timeZone));
      expect(oneOfManyDays(timeZone, at)).toBe(dayIn(timeZone, at));
    }),
  );
  for (const change of ['2026-04-04T16:00:00Z', '2026-10-03T16:00:00Z'].map(Date.parse)) {
    for (const at of [change - 1, change, change + 3_600_000 - 1, change + 3_600_000]) {
      expect(oneOfManyTimestamps(at, 'Australia/Sydney')).toEqual(
        timestampOf(at, 'Australia/Sydney'),
      );
    }
  }
  expect(oneOfManyTimestamps(Number.NaN, 'UTC')).toEqual(timestampOf(Number.NaN, 'UTC'));
});

test('INS-03 Intl is not asked for each of a hundred thousand rows', () => {
  const start = Date.UTC(2025, 6, 1);
  let asked = 0;
  const { formatToParts } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.formatToParts = function (date) {
    asked += 1;
    return formatToParts.call(this, date);
  };
  try {
    for (let i = 0; i < 100_000; i++) oneOfManyTimestamps(start + i * 300_000, 'Asia/Tokyo');
  } finally {
    Intl.DateTimeFormat.prototype.formatToParts = formatToParts;
  }
  expect(asked).toBeLessThan(1_000);
});
