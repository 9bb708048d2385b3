import { expect, test } from 'vitest';
import { swapRules } from '#conversion/rules.ts';
import type { StatementEntry } from '#core/statement/statement.ts';
import { detailRows } from './detail-rows.ts';
import { entryText, openStatus, statusText, worthBeside } from './entry-text.ts';

const base = { id: '1', status: '', at: 0, trackingId: '' };
const single: StatementEntry = {
  ...base,
  kind: 'single',
  label: 'Deposit',
  direction: 'credit',
  amount: '0.0125',
  currency: 'BTC',
  network: '',
  sender: '',
  recipient: '',
};
const swap: StatementEntry = {
  ...base,
  kind: 'swap',
  label: 'Swap',
  credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
  debit: { id: 'd', amount: '0.05', currency: 'BTC' },
};

test('TX-02 credits are green with a plus, debits carry a minus sign', () => {
  expect(entryText(single)).toMatchObject({ amount: '+0.0125\u00a0BTC', arrives: true });
  const debit = { ...single, label: 'Withdraw', direction: 'debit' } as const;
  expect(entryText(debit)).toMatchObject({ amount: '\u22120.0125\u00a0BTC', arrives: false });
});

test('TX-03 SPEC-11 a swap is called so and shows its credit, with its debit below', () => {
  expect(entryText(swap)).toMatchObject({
    title: 'Swap BTC to USDC',
    amount: '+2,992.5\u00a0USDC',
    arrives: true,
    second: '\u22120.05\u00a0BTC',
  });
});

test('FMT-01 a swap’s row, its page and what is said when it is done write an amount the same way', () => {
  const debit = { ...swap.debit, amount: '0.01000000' };
  const credit = { ...swap.credit, amount: '1080.250000' };
  const done = swapRules.successText({
    ...{ source: debit.currency, sourceAmount: debit.amount },
    ...{ target: credit.currency, targetAmount: credit.amount },
  });
  const { amount, second } = entryText({ ...swap, debit, credit });
  const facts = { cost: undefined, withdrawal: undefined };
  const page = detailRows({ ...swap, debit, credit }, facts).map(({ value }) => value);
  expect(done).toBe('You swapped 0.01 BTC for 1,080.25 USDC');
  expect([second, amount]).toEqual(['\u22120.01\u00a0BTC', '+1,080.25\u00a0USDC']);
  expect(page).toEqual(expect.arrayContaining(['0.01\u00a0BTC', '+1,080.25\u00a0USDC']));
});

test('TX-05 the detail page’s status is Successfully for a swap, else the entry’s own, else Completed', () => {
  expect(statusText(swap)).toBe('Successfully');
  expect(statusText({ ...single, status: 'Deposited' })).toBe('Deposited');
  expect(statusText(single)).toBe('Completed');
});

test('TX-02 an unknown asset is shown by its code', () => {
  expect(entryText({ ...single, currency: 'DOGE' }).title).toBe('Deposit DOGE');
});

test('EASE-01 a list says a status only of what is not simply done', () => {
  for (const status of ['', 'Withdrawn', 'Deposited', 'Completed']) {
    expect(openStatus({ status })).toBeUndefined();
  }
  for (const status of ['Not sent yet', 'Sent, not arrived yet', 'Returned', 'Refunded']) {
    expect(openStatus({ status })).toBe(status);
  }
});

test('BANK-01 the worth of cash is not said beside it in the same money, but in another one', () => {
  const cash = { ...single, currency: 'AUD', amount: '250' };
  expect(worthBeside({ ...cash, value: { amount: '250', currency: 'AUD' } })).toBeUndefined();
  expect(worthBeside({ ...cash, value: { amount: '150', currency: 'EUR' } })).toBe('€150.00');
  expect(worthBeside({ ...single, value: { amount: '1800', currency: 'AUD' } })).toBe(
    'AU$1,800.00',
  );
  const sold = { id: 'c', amount: '96.77', currency: 'AUD' };
  const value = { amount: '96.77', currency: 'AUD' };
  expect(worthBeside({ ...swap, credit: { ...sold, value } })).toBeUndefined();
  expect(worthBeside({ ...swap, credit: { ...swap.credit, value } })).toBe('AU$96.77');
});
