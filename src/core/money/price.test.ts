import { expect, test } from 'vitest';
import { convertUsd, parsePrice, usdValue } from './price.ts';

test('BEY-07 a value is cut towards zero and a price is positive', () => {
  expect(usdValue(18_452_210n, 8, 6_764_018_000_000n)).toBe(1_248_110_805_797n);
  expect(parsePrice('67640.18')).toBe(6_764_018_000_000n);
  expect(parsePrice('0')).toBeUndefined();
  expect(parsePrice('-1')).toBeUndefined();
  expect(parsePrice('1e5')).toBeUndefined();
});

test('NET-06 USD is converted exactly, and not at all without a rate', () => {
  expect(convertUsd('100', '0.96255655')).toBe(9_625_565_500n);
  expect(convertUsd('100', '0')).toBeUndefined();
  expect(convertUsd('100', 'x')).toBeUndefined();
});

test('HARD-99 BEY-07 what is finer than prices are written is cut off, and what is left of nothing is no price', () => {
  expect(parsePrice('0.000000019')).toBe(1n);
  expect(parsePrice('0.000000009')).toBeUndefined();
  expect(usdValue(1n, 8, 99_999_999n)).toBe(0n);
});

test('HARD-99 NET-06 what is converted is rounded to the nearest, halves up, and no amount is none', () => {
  expect(convertUsd('0.00000001', '0.5')).toBe(1n);
  expect(convertUsd('0.00000001', '0.49999999')).toBe(0n);
  expect(convertUsd('x', '1')).toBeUndefined();
  expect(convertUsd('0', '1')).toBe(0n);
});
