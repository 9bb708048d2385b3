import { expect, test } from 'vitest';
import { clockText } from './clock-text.ts';

const now = new Date(2026, 4, 13, 12, 0);

test('PWA-04 the age of a snapshot is a time today, else a day and a time', () => {
  expect(clockText(new Date(2026, 4, 13, 8, 42), now)).toBe('8:42 AM');
  expect(clockText(new Date(2026, 4, 13, 12, 5), now)).toBe('12:05 PM');
  expect(clockText(new Date(2026, 4, 13, 0, 0), now)).toBe('12:00 AM');
  expect(clockText(new Date(2026, 4, 12, 23, 59), now)).toBe('12 May, 11:59 PM');
  expect(clockText(new Date(2025, 8, 3, 8, 2), now)).toBe('3 Sept, 8:02 AM');
});
