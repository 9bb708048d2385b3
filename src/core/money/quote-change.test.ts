import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCloseEnough, isSpokenAgain, MORE_TIME_BPS, MOVED_TOO_FAR } from './quote-change.ts';

test('EASE-04 a newer quote is taken if it gives at most 0.25 % less', () => {
  expect(isCloseEnough(10_000n, 9_975n)).toBe(true);
  expect(isCloseEnough(10_000n, 9_974n)).toBe(false);
  fc.assert(
    fc.property(fc.bigInt({ min: 1n }), fc.bigInt({ min: 0n }), (aimedAt, more) => {
      expect(isCloseEnough(aimedAt, aimedAt + more)).toBe(true);
    }),
  );
});

test('EASE-04 a quote is spoken again once it moved by more than 0.5 %, either way', () => {
  expect(isSpokenAgain(10_000n, 10_050n)).toBe(false);
  expect(isSpokenAgain(10_000n, 10_051n)).toBe(true);
  expect(isSpokenAgain(10_000n, 9_950n)).toBe(false);
  expect(isSpokenAgain(10_000n, 9_949n)).toBe(true);
});

test('HARD-99 EASE-04 what is too far is said with how far that is', () => {
  expect(MOVED_TOO_FAR).toContain(`more than ${MORE_TIME_BPS / 100}%`);
  expect(MOVED_TOO_FAR).toContain('Nothing was exchanged.');
});
