import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meets, parseThreshold } from './price-alert.ts';

const now = (price: bigint, move = 0n) => ({ price, move });

test('LIVE-05 above and below hold from the threshold on, a move in either direction', () => {
  expect(meets('above', 100n, now(99n))).toBe(false);
  expect(meets('above', 100n, now(100n))).toBe(true);
  expect(meets('below', 100n, now(101n))).toBe(false);
  expect(meets('below', 100n, now(100n))).toBe(true);
  expect(meets('move', 500n, now(1n, 499n))).toBe(false);
  expect(meets('move', 500n, now(1n, 500n))).toBe(true);
  expect(meets('move', 500n, now(1n, -500n))).toBe(true);
});

test('LIVE-05 at every price, above or below it holds, and both only at the threshold', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 19n });
  fc.assert(
    fc.property(units, units, (threshold, price) => {
      const both = [meets('above', threshold, now(price)), meets('below', threshold, now(price))];
      expect(both).toContain(true);
      expect(both.every(Boolean)).toBe(threshold === price);
    }),
  );
});

test('LIVE-05 a threshold is a positive number with the decimals of its kind, and not absurd', () => {
  expect(parseThreshold('above', '0.00000001')).toBe(1n);
  expect(parseThreshold('move', '7.5')).toBe(750n);
  for (const text of ['0', '', '-1', '1e5', '0.000000001', '100000000000.1']) {
    expect(parseThreshold('above', text), text).toBeUndefined();
  }
  for (const text of ['0', '1.234', '1000.01'])
    expect(parseThreshold('move', text), text).toBeUndefined();
});
