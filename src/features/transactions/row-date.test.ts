import { expect, test } from 'vitest';
import { rowDate } from './row-date.ts';

const now = Date.parse('2026-11-24T00:00:00Z');
const at = Date.parse('2025-11-23T20:58:00Z');

test('EASE-01 a row says day and time, and the year unless it is this one or stands in the heading', () => {
  expect(rowDate(at, '', at, false)).toMatch(/^Nov 2[34] at \d+:58 [AP]M$/);
  expect(rowDate(at, '', now, false)).toMatch(/^Nov 2[34], 2025 at \d+:58 [AP]M$/);
  expect(rowDate(at, '', now, true)).toMatch(/^Nov 2[34] at \d+:58 [AP]M$/);
  expect(rowDate(Number.NaN, '', now, true)).toBe('Invalid Date');
});
