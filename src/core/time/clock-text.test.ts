import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockText, savedText, whenText } from './clock-text.ts';
import { formatLocal } from './date-text.ts';

const now = new Date(2026, 4, 13, 12, 0);

test('PWA-04 the age of a snapshot is a time today, else a day and a time', () => {
  expect(clockText(new Date(2026, 4, 13, 8, 42), now)).toBe('8:42 AM');
  expect(clockText(new Date(2026, 4, 13, 12, 5), now)).toBe('12:05 PM');
  expect(clockText(new Date(2026, 4, 13, 0, 0), now)).toBe('12:00 AM');
  expect(clockText(new Date(2026, 4, 12, 23, 59), now)).toBe('May 12 at 11:59 PM');
  expect(clockText(new Date(2025, 8, 3, 8, 2), now)).toBe('Sep 3, 2025 at 8:02 AM');
});

test('SPEC-11 a moment of another day is written in the one style of dates, at any time, with its year where it is not this one', () => {
  const [min, max] = [new Date('2000-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
  const moments = fc.date({ min, max, noInvalidDate: true });
  fc.assert(
    fc.property(moments, moments, (moment, current) => {
      const text = formatLocal(moment.getTime(), '', current.getTime());
      const sameDay = moment.toDateString() === current.toDateString();
      expect(clockText(moment, current)).toBe(sameDay ? text.replace(/^.* at /, '') : text);
      expect(whenText(moment, current)).toMatch(sameDay ? /^at \d/ : /^on [A-Z]/);
    }),
  );
});

test('EYE-12 U10 the time in the strip is never broken', () => {
  const moment = new Date(2026, 4, 12, 9, 46);
  expect(savedText(moment, now)).toBe(' · showing what was saved on May 12 at 9:46\u00a0AM');
});
