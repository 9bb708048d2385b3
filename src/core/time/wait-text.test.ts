import { expect, test } from 'vitest';
import { askAgainText, waitText } from './wait-text.ts';

test('HARD-42 a wait is told in seconds only while it is short, and by the clock where it is long', () => {
  expect([1, 120, 121, 3_540, 7_200, 86_030].map(waitText)).toEqual([
    '1 s',
    '120 s',
    '3 minutes',
    '59 minutes',
    '120 minutes',
    '24 hours',
  ]);
  const now = new Date(2026, 10, 23, 9, 12, 0).getTime();
  expect(askAgainText(26, now)).toBe('You can ask for another code in 26 s.');
  expect(askAgainText(600, now)).toBe('You can ask again at 9:22 AM.');
  expect(askAgainText(86_400, now)).toBe('You can ask again tomorrow at 9:12 AM.');
});
