import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnits } from '#core/money/decimal.ts';
import { isTooLittle } from './whole-remainder.ts';

const terms = (least: bigint, fee: bigint) => ({
  min_withdrawal: formatUnits(least, 8),
  withdrawal_fee: formatUnits(fee, 8),
});
const units = fc.bigInt({ min: 0n, max: 10n ** 12n });
const networks = fc.array(fc.tuple(units, units), { minLength: 1, maxLength: 4 });

test('SEC-05 an amount is too little exactly where no network would pay it out with its fee', () => {
  fc.assert(
    fc.property(units, networks, (amount, all) => {
      const payable = all.some(([least, fee]) => amount >= least + fee);
      const offered = all.map(([least, fee]) => terms(least, fee));
      expect(isTooLittle(amount, 8, offered)).toBe(!payable);
    }),
  );
});

test('SEC-05 one minor unit decides', () => {
  const bitcoin = [terms(10_000n, 2_000n)];
  expect(isTooLittle(11_999n, 8, bitcoin)).toBe(true);
  expect(isTooLittle(12_000n, 8, bitcoin)).toBe(false);
});

test('SEC-05 without an open network, or with terms nobody can read, no amount is too little', () => {
  expect(isTooLittle(1n, 8, [])).toBe(false);
  expect(isTooLittle(1n, 8, [{ min_withdrawal: 'x', withdrawal_fee: '0' }])).toBe(false);
  expect(isTooLittle(1n, 8, [{ min_withdrawal: '1', withdrawal_fee: 'x' }])).toBe(false);
});
