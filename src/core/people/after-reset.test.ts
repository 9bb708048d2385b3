import { expect, test } from 'vitest';
import {
  checkHoldText,
  HELD_AFTER_RESET,
  OPEN_AFTER_RESET,
  usedBeforeText,
} from './after-reset.ts';

const now = Date.parse('2026-05-13T10:00:00Z');
const HOUR = 3_600_000;
const at = (moment: number): string => new Date(moment).toISOString().slice(0, 16);

test('READ-14 before an identity check it is said until when it holds withdrawals, and what waiting does', () => {
  expect(checkHoldText({ opens: now + 20 * HOUR, now, at })).toBe(
    'Once the check is passed, withdrawals are held for 72 hours: passed now, they open on 2026-05-16T10:00. Without the check they open on 2026-05-14T06:00, but no code by email confirms one until a passkey or a device you used before was shown.',
  );
  for (const opens of [undefined, now - 1]) {
    expect(checkHoldText({ opens, now, at })).toContain('Without the check they are not held');
  }
});

test('READ-14 a device counts as used before by the rule, and it is said whether this one does', () => {
  const rule = 'first signed in at least seven days before the reset.';
  expect(usedBeforeText(undefined)).toMatch(new RegExp(`${rule}$`));
  expect(usedBeforeText(false)).toMatch(/This device is not one of them\.$/);
  expect(usedBeforeText(true)).toContain('This device is one of them: sign out');
});

test('READ-14 the promise of the hold after a reset carries its condition in the same sentence', () => {
  const condition = '[^.]*passkey[^.]*used before[^.]*72 hours[^.]*identity check\\.$';
  expect(OPEN_AFTER_RESET).toMatch(RegExp(`^Withdrawals open 24 hours later, and ${condition}`));
  expect(HELD_AFTER_RESET).toMatch(RegExp(`^withdrawals are held for 24 hours, and ${condition}`));
});
