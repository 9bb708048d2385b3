import { expect, test } from 'vitest';
import type { AccountTransaction } from '#core/contract/wallet/history.ts';
import { statementOf } from '#core/statement/statement.ts';
import { entryFromState } from './entry-from-state.ts';

const row: AccountTransaction = {
  account_transaction_id: 'a1',
  transaction_class: 'payment',
  type: 'debit',
  amount: '1.5',
  currency_id: 'BTC',
  created_at: '2026-05-13T10:00:00Z',
  comment: 'Withdrawal/w1',
  network: 'Bitcoin',
  sender: '',
  recipient: 'bc1q',
  payment_method: '',
  fee: '0.0001',
};
const leg = { ...row, transaction_class: 'conversion', comment: '' };

const value = { amount: '12.50', currency_id: 'AUD' };

test('TX-05 HARD-16 an entry that a list hands over is read unchanged: a withdrawal, a purchase, a swap, one without a date', () => {
  const entries = statementOf([
    row,
    { ...row, account_transaction_id: 'a2', created_at: 'soon', value },
    { ...row, account_transaction_id: 'a3', paid: { amount: '10.00', currency_id: 'AUD' } },
    { ...leg, account_transaction_id: 'a4', type: 'credit', currency_id: 'USDC', value },
    { ...leg, account_transaction_id: 'a5' },
  ]);
  expect(entries.map(({ kind }) => kind)).toContain('swap');
  expect(entries.map((transaction) => entryFromState({ transaction }))).toEqual(entries);
});

test('BEY-23 an entry that another version of the app handed over is refused if a part is missing or invalid', () => {
  const [entry] = statementOf([row]);
  for (const missing of ['amount', 'currency', 'status', 'direction', 'id']) {
    const transaction = { ...entry, [missing]: undefined };
    expect(entryFromState({ transaction }), missing).toBeUndefined();
  }
  expect(entryFromState({ transaction: { ...entry, amount: 'much' } })).toBeUndefined();
  expect(entryFromState({ transaction: { ...entry, kind: 'swap' } })).toBeUndefined();
  for (const none of [undefined, null, 'x', {}, { transaction: null }]) {
    expect(entryFromState(none)).toBeUndefined();
  }
});

test('HARD-16 a failed card payment that a list hands over is read unchanged', () => {
  const [transaction] = statementOf(
    [],
    [
      {
        transaction_id: 'p1',
        reason: 'expired',
        charge: { amount: '10.00', currency_id: 'AUD' },
        wanted: { amount: '0.1', currency_id: 'BTC' },
        created_at: '2026-05-13T10:00:00Z',
      },
    ],
  );
  expect(entryFromState({ transaction })).toEqual(transaction);
  expect(entryFromState({ transaction: { ...transaction, reason: 'odd' } })).toBeUndefined();
});
