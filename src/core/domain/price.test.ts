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
