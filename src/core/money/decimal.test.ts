import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatUnits,
  mulDivDown,
  mulDivNearest,
  mulDivUp,
  parseUnits,
  parseUnitsDown,
  pow10,
  rescaleDown,
} from './decimal.ts';

const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const scale = fc.integer({ min: 0, max: 18 });

test('FMT-01 BEY-07 formatting and parsing minor units is the identity, at any scale', () => {
  fc.assert(
    fc.property(units, scale, (amount, decimals) => {
      expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '1e9',
  '-1',
  '+1',
  '0x10',
  'NaN',
  'Infinity',
  '',
  '.',
  '1.',
  '.5',
  '1,5',
  '٣',
  '1 000',
  ' 1',
  '１',
  '1_0',
  '1.2.3',
])('BEY-07 %j is not a decimal', (text) => {
  expect(parseUnits(text, 8)).toBeUndefined();
  expect(parseUnitsDown(text, 8)).toBeUndefined();
});

test('BEY-07 more decimals than the scale are refused, or cut where the name says so', () => {
  expect(parseUnits('0.12345678901234567890', 8)).toBeUndefined();
  expect(parseUnitsDown('0.12345678901234567890', 8)).toBe(12_345_678n);
  expect(parseUnits('0.12345678000000000000', 8)).toBe(12_345_678n);
});

test('BEY-07 absurdly long numbers are refused before they are parsed', () => {
  expect(parseUnits('9'.repeat(41), 0)).toBeUndefined();
  expect(parseUnits('9'.repeat(40), 0)).toBe(10n ** 40n - 1n);
});

test('FMT-01 minor units are written with trimmed or kept zeros, and with their sign', () => {
  expect(formatUnits(18_452_210n, 8)).toBe('0.1845221');
  expect(formatUnits(5n, 0)).toBe('5');
  expect(formatUnits(100_000_000n, 8)).toBe('1');
  expect(formatUnits(100_000_000n, 8, 2)).toBe('1.00');
  expect(formatUnits(-1n, 8)).toBe('-0.00000001');
});

test('BEY-07 each rounding goes the way its name says and by less than one unit', () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 20n });
  fc.assert(
    fc.property(units, positive, positive, (a, b, c) => {
      const exact = a * b;
      const down = mulDivDown(a, b, c);
      const up = mulDivUp(a, b, c);
      const nearest = mulDivNearest(a, b, c);
      expect(down * c <= exact && exact < (down + 1n) * c).toBe(true);
      expect((up - 1n) * c < exact && exact <= up * c).toBe(true);
      expect(2n * (nearest * c - exact) <= c && 2n * (exact - nearest * c) <= c).toBe(true);
    }),
  );
});

test('BEY-07 rescaling up is exact and rescaling down never gains', () => {
  fc.assert(
    fc.property(units, scale, scale, (amount, from, to) => {
      const moved = rescaleDown(amount, from, to);
      expect(moved * pow10(from) <= amount * pow10(to)).toBe(true);
      if (to >= from) expect(rescaleDown(moved, to, from)).toBe(amount);
    }),
  );
});
