import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFiat } from '#core/money/format.ts';
import { between } from './moving-numbers.ts';

const fiat = fc
  .bigInt(1n, 10n ** 14n)
  .map((cents) => formatFiat(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`, 'AUD'));

const cents = (text: string): bigint => BigInt(text.replace(/\D/g, ''));

test('LIVE-07 a total counts from its old value to its new one, without leaving the way between', () => {
  fc.assert(
    fc.property(fiat, fiat, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, done) => {
      const way = between(from, to);
      expect(way?.(0)).toBe(cents(from) === cents(to) ? to : from);
      expect(way?.(1)).toBe(to);
      const [low, high] = [cents(from), cents(to)].sort((a, b) => (a < b ? -1 : 1));
      const now = cents(way?.(done) ?? '');
      expect(now >= (low ?? 0n) && now <= (high ?? 0n)).toBe(true);
    }),
  );
});

test('LIVE-07 halfway the text is written as the page writes amounts', () => {
  expect(between('AU$900.10', 'AU$1,100.20')?.(0.5)).toBe('AU$1,000.15');
  expect(between('AU$0.04', 'AU$0.08')?.(0.5)).toBe('AU$0.06');
});

test('LIVE-07 what is no amount of the same kind just changes', () => {
  for (const [from, to] of [
    ['AU$1.00', '€2.00'],
    ['<AU$0.01', 'AU$5.00'],
    ['Balance unavailable', 'AU$5.00'],
    ['AU$1.00', 'AU$5'],
  ] as const) {
    expect(between(from, to), from).toBeUndefined();
  }
});
