import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import { cashes } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { maximum } from '#core/money/withdraw-form.ts';
import { centsIn, type PayoutForm, payoutProblem } from './payout-form.ts';

const [cash] = cashes;
const account: PayoutAccount = {
  ...{ address_id: 'a', label: 'Mine', holder: 'Test Person', currency_id: 'EUR' },
  ...{ iban: 'DE89370400440532013000', bsb: '', account_number: '', standing: 'known' },
};
const form = (part: Partial<PayoutForm> = {}): PayoutForm => ({
  cash,
  amount: '100',
  terms: { fee: '0.5', minimum: '5' },
  account,
  cover: { available: 100_000n, fee: 50n, limit: undefined },
  ...part,
});

test.each([
  [{}, undefined],
  [{ amount: '100.' }, undefined],
  [{ amount: '5' }, undefined],
  [{ amount: '5000', cover: undefined }, undefined],
  [{ amount: '0' }, 'Please enter a valid amount'],
  [{ amount: '4.99' }, 'The least that is paid out is €5.00'],
  [{ amount: '1000.01' }, 'This is more than you have: €1,000.00'],
  [{ amount: '1000' }, 'With the fee of €0.50, this is more than you have. The most is €999.50'],
  [{ amount: '' }, 'Please enter an amount'],
  [{ account: undefined }, 'Choose the account it goes to'],
  [{ account: { ...account, standing: 'other-name' } }, 'Choose the account it goes to'],
  [{ account: { ...account, standing: 'waits' } }, 'Choose the account it goes to'],
  [{ terms: undefined }, 'Cash can’t be paid out right now'],
  [
    { cover: { available: 100_000n, fee: 50n, limit: 5_000n } },
    'This is more than you can withdraw in 24 hours. The most is €49.50',
  ],
  [
    { cover: { available: 100_000n, fee: 50n, limit: 0n } },
    'This is more than you can withdraw in 24 hours. Nothing is left of today’s limit',
  ],
] as const)('BANK-05 what is in the way of a payout is said: %#', (part, text) => {
  expect(payoutProblem(form(part))?.text).toBe(text);
});

test('BANK-05 Max is the most that nothing is said against: a cent more is', () => {
  const amounts = fc.bigInt({ min: 600n, max: 10n ** 12n });
  fc.assert(
    fc.property(amounts, fc.option(amounts, { nil: undefined }), (available, limit) => {
      const cover = { available, fee: 50n, limit };
      const most = maximum(cover);
      const at = (cents: bigint) => payoutProblem(form({ amount: formatUnits(cents, 2), cover }));
      expect(at(most)).toBeUndefined();
      expect(at(most + 1n)?.field).toBe('amount');
      expect(centsIn(formatUnits(most, 2), cash)).toBe(most);
    }),
  );
});

test('HARD-99 BANK-05 what is in the way names its field, and what is still empty is no error yet', () => {
  const problem = (part: Partial<PayoutForm>) => payoutProblem(form(part));
  expect(problem({ amount: '0' })).toMatchObject({ field: 'amount' });
  expect(problem({ amount: '0' })?.missing).toBeUndefined();
  expect(problem({ terms: undefined })).toMatchObject({ field: 'amount' });
  expect(problem({ account: undefined })).toMatchObject({ field: 'account', missing: true });
  expect(problem({ amount: '' })).toMatchObject({ field: 'amount', missing: true });
});
