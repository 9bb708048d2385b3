import { expect, test } from 'vitest';
import { daysText, dayText, typedDay } from './typed-day.ts';

test.each([
  ['2026-10-01', '2026-10-01'],
  ['1/10/2026', '2026-10-01'],
  ['01.10.2026', '2026-10-01'],
  ['1 Oct 2026', '2026-10-01'],
  [' Oct 1, 2026 ', '2026-10-01'],
  ['october 1 2026', '2026-10-01'],
  ['29/2/2024', '2024-02-29'],
])('EYE-04 U47 a day typed as %s is %s', (text, day) => {
  expect(typedDay(text)).toBe(day);
});

test.each([
  '',
  '2026',
  '2026-10',
  '30/2/2026',
  '1/13/2026',
  '1 Foo 2026',
  'Oct May 2026',
  '1/10/26',
])('EYE-04 “%s” is no day, or not all of it', (text) => {
  expect(typedDay(text)).toBeUndefined();
});

test('EYE-04 U47 days are written as everywhere else, and can be typed back', () => {
  expect(dayText('2026-10-01')).toBe('Oct 1, 2026');
  expect(typedDay(dayText('2024-02-29'))).toBe('2024-02-29');
  expect(daysText('2026-10-01', '2026-10-31')).toBe('Oct 1 – 31, 2026');
  expect(daysText('2026-07-01', '2027-06-30')).toBe('Jul 1, 2026 – Jun 30, 2027');
  expect(daysText('2026-10-01', '2026-10-01')).toBe('Oct 1, 2026');
});
