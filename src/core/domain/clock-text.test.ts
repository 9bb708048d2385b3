import { expect, test } from 'vitest';
import { clockText } from './clock-text.ts';

const now = new Date('2026-05-13T12:00:00Z');

test('PWA-04 the age of a snapshot is a time today, else a day and a time', () => {
  expect(clockText(new Date('2026-05-13T08:42:00Z'), now, 'UTC')).toBe('08:42');
  expect(clockText(new Date('2026-05-12T08:42:00Z'), now, 'UTC')).toBe('12 May, 08:42');
  expect(clockText(new Date('2026-05-12T23:30:00Z'), now, 'Australia/Sydney')).toBe('09:30');
});
