import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnits } from './decimal.ts';
import { formatFiat } from './format.ts';
import { oneOfManySums } from './many-sums.ts';

test('INS-03 sums of many rows are written as each is', () => {
  const cents = fc.oneof(fc.bigInt(-1_000_000n, 1_000_000n), fc.bigInt(-(10n ** 30n), 10n ** 30n));
  fc.assert(
    fc.property(cents, fc.constantFrom('AUD', 'EUR', 'USD', 'XXX'), (sum, code) => {
      expect(oneOfManySums(sum, code)).toBe(formatFiat(formatUnits(sum, 2, 2), code));
    }),
  );
  expect(oneOfManySums(-123_456_789n, 'EUR')).toBe('\u2212€1,234,567.89');
  expect(oneOfManySums(0n, 'EUR')).toBe('€0.00');
});
