import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  type AccountTransaction,
  type FailedPayment,
  failedPaymentReasons,
  getTransactionHistory,
} from '#core/contract/wallet/history.ts';
import {
  concerns,
  filterTypeOf,
  instantOf,
  labelOf,
  statementOf,
  trackingIdOf,
} from './statement.ts';

const entry = (over: Partial<AccountTransaction>): AccountTransaction => ({
  account_transaction_id: 'a1',
  transaction_class: 'payment',
  type: 'credit',
  amount: '1',
  currency_id: 'BTC',
  created_at: '2026-05-13T10:00:00.000Z',
  comment: '',
  network: '',
  sender: '',
  recipient: '',
  payment_method: '',
  ...over,
});

test.each([
  ['conversion', 'credit', '', 'Swap', ''],
  ['conversion', 'debit', '', 'Swap', ''],
  ['payment', 'debit', '', 'Withdraw', 'Withdrawn'],
  ['payment', 'credit', '', 'Deposit', ''],
  ['manual', 'credit', '', 'Deposit', 'Deposited'],
  ['manual', 'debit', '', 'Withdraw', ''],
  ['manual', 'credit', 'Transfer from admin / 7', 'Buy', 'Completed'],
  ['manual', 'debit', 'Transfer from admin', 'Buy', 'Completed'],
  ['manual', 'credit', 'A Transfer from admin', 'Deposit', 'Deposited'],
  ['trade', 'credit', '', 'Buy', 'Completed'],
  ['trade', 'debit', '', 'Withdraw', ''],
  ['staking', 'credit', '', 'Deposit', ''],
  ['', 'debit', '', 'Withdraw', ''],
] as const)('TX-02 %s %s %j reads %s %s', (kind, type, comment, label, status) => {
  expect(labelOf({ transaction_class: kind, type, comment })).toEqual({ label, status });
});

test.each([
  [
    'cash-recalled',
    'payment',
    'debit',
    'Taken back by the bank/t1',
    'Bank transfer recalled',
    'Deposit',
  ],
  ['given-up', 'manual', 'debit', 'Given up with the account', 'Given up', 'Withdraw'],
  ['forfeited', 'manual', 'debit', 'Forfeited: unclaimed', 'Forfeited', 'Withdraw'],
  ['set-aside', 'payment', 'debit', 'Payout came back/w1', 'Set aside', 'Withdraw'],
  ['card-refunded', 'payment', 'debit', 'Card purchase/p1', 'Card refunded', 'Withdraw'],
  ['manual', 'manual', 'debit', 'Correction of a double credit/c1', 'Booked by hand', 'Withdraw'],
  // What the documents name stays as they name it.
  ['manual', 'manual', 'debit', 'Withdrawal/w1', 'Withdraw', 'Withdraw'],
  ['manual', 'manual', 'debit', 'Transfer from admin/1', 'Buy', 'Buy'],
  ['manual', 'manual', 'credit', 'Deposit found after review', 'Deposit', 'Deposit'],
  ['cash-in', 'payment', 'credit', 'Bank transfer/t1', 'Deposit', 'Deposit'],
  ['withdrawal', 'payment', 'debit', 'Withdrawal/w1', 'Withdraw', 'Withdraw'],
  ['purchase', 'trade', 'credit', 'Card purchase/p1', 'Buy', 'Buy'],
  ['of-the-future', 'payment', 'debit', '', 'Withdraw', 'Withdraw'],
] as const)(
  'HARD-52 %s (%s, %s, %j) reads %s and is found by %s',
  (kind, group, type, comment, label, filter) => {
    const [shown] = statementOf([entry({ kind, transaction_class: group, type, comment })]);
    expect(shown && [shown.label, filterTypeOf(shown)]).toEqual([label, filter]);
    if (label !== filter) expect(shown?.status).toBe('');
  },
);

test('HARD-52 PWA-04 what a device kept before kinds were told is read and named by its class', () => {
  const kept = {
    status: 'success',
    data: [entry({ type: 'debit' })],
    as_of: '2026-05-13T10:00:00Z',
  };
  const read = v.parse(getTransactionHistory.answer, kept);
  expect(read).toEqual(kept);
  expect(statementOf(read.data)[0]).toMatchObject({ label: 'Withdraw', status: 'Withdrawn' });
});

test('BEY-15 TX-02 a withdrawal whose money came back is not “Withdrawn”, nor its return a deposit’s', () => {
  const [back, , gone] = statementOf([
    entry({
      account_transaction_id: 'b',
      comment: 'Withdrawal/w1',
      created_at: '2026-05-13T10:02:00Z',
    }),
    entry({
      account_transaction_id: 'o',
      type: 'debit',
      comment: 'Withdrawal/w2',
      created_at: '2026-05-13T10:01:00Z',
    }),
    entry({ account_transaction_id: 'g', type: 'debit', comment: 'Withdrawal/w1', fee: '0.001' }),
  ]);
  expect([back?.label, back?.status]).toEqual(['Deposit', 'Returned']);
  expect([gone?.label, gone?.status]).toEqual(['Withdraw', 'Returned']);
  // Read before it came back, the debit still had one.
  expect(gone).not.toHaveProperty('fee');
  const [other] = statementOf([
    entry({ type: 'debit', comment: 'Withdrawal/w2' }),
    entry({ account_transaction_id: 'x', comment: 'Deposit/w2' }),
  ]);
  expect(other?.status).toBe('Withdrawn');
});

test('BEY-15 a withdrawal under way is not “Withdrawn” yet', () => {
  const statusOf = (withdrawal?: 'requested' | 'broadcast') =>
    statementOf([entry({ type: 'debit', comment: 'Withdrawal/w1', withdrawal })])[0]?.status;
  expect(statusOf('requested')).toBe('Not sent yet');
  expect(statusOf('broadcast')).toBe('Sent, not arrived yet');
  expect(statusOf()).toBe('Withdrawn');
});

const legs = (at: string, ids: readonly [string, string]) => [
  entry({
    account_transaction_id: ids[0],
    transaction_class: 'conversion',
    type: 'credit',
    amount: '2992.5',
    currency_id: 'USDC',
    created_at: at,
  }),
  entry({
    account_transaction_id: ids[1],
    transaction_class: 'conversion',
    type: 'debit',
    amount: '0.05',
    created_at: at,
  }),
];

test('TX-03 the two legs of a conversion become one swap', () => {
  const [swap, ...rest] = statementOf(legs('2026-05-13T10:00:00Z', ['c', 'd']));
  expect(rest).toEqual([]);
  expect(swap).toMatchObject({
    kind: 'swap',
    label: 'Swap',
    credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
    debit: { id: 'd', amount: '0.05', currency: 'BTC' },
  });
});

test('TX-03 a conversion with one leg is not shown', () => {
  const [credit] = legs('2026-05-13T10:00:00Z', ['c', 'd']);
  expect(statementOf(credit ? [credit] : [])).toEqual([]);
});

test('TX-03 two swaps in the same instant stay two swaps', () => {
  const at = '2026-05-13T10:00:00Z';
  expect(statementOf([...legs(at, ['a', 'b']), ...legs(at, ['c', 'd'])])).toHaveLength(2);
});

test('TX-03 on the asset screen a swap counts by either leg', () => {
  const [swap] = statementOf(legs('2026-05-13T10:00:00Z', ['c', 'd']));
  expect(swap && ['USDC', 'BTC', 'ETH'].map((code) => concerns(swap, code))).toEqual([
    true,
    true,
    false,
  ]);
});

test('TX-02 newest first, whatever the order of the answer; what has no date comes last', () => {
  const dates = ['2026-01-02T00:00:00Z', '2026-03-01T00:00:00', 'never', '2025-12-31T23:59:59Z'];
  const shown = statementOf(
    dates.map((created_at, i) => entry({ account_transaction_id: String(i), created_at })),
  );
  expect(shown.map(({ id }) => id)).toEqual(['1', '0', '3', '2']);
});

test('TX-04 a time without a zone mark is UTC', () => {
  expect(instantOf('2026-05-13T10:00:00')).toBe(Date.UTC(2026, 4, 13, 10));
  expect(instantOf('2026-05-13T10:00:00Z')).toBe(Date.UTC(2026, 4, 13, 10));
  expect(instantOf('2026-05-13T12:00:00+02:00')).toBe(Date.UTC(2026, 4, 13, 10));
  expect(instantOf('2026-13-45T10:00:00')).toBeNaN();
});

test('TX-06 the tracking id is the last part of the comment after the slash', () => {
  expect(trackingIdOf('card / order / trk-9')).toBe('trk-9');
  expect(trackingIdOf('ETH to USDT')).toBe('');
  expect(trackingIdOf('')).toBe('');
});

test('TX-02 an id that comes twice is shown once, and nothing else is lost', () => {
  const transactions = fc.array(
    fc.record({
      account_transaction_id: fc.nat(50).map(String),
      transaction_class: fc.constantFrom('payment', 'manual', 'trade', 'other'),
      type: fc.constantFrom('credit' as const, 'debit' as const),
    }),
  );
  fc.assert(
    fc.property(transactions, (list) => {
      const shown = statementOf(list.map(entry));
      const ids = new Set(list.map((one) => one.account_transaction_id));
      expect(shown).toHaveLength(ids.size);
    }),
  );
});

test('TX-04 an impossible date is no date, whatever shape it has', () => {
  for (const text of ['', 'Z', '2026-02-30T10:00:00', '2026-05-13T25:00:00Z', '13/05/2026 x']) {
    expect(instantOf(text), text).toBeNaN();
  }
});

test('TX-03 legs pair by class and creation time only', () => {
  const at = '2026-05-13T10:00:00Z';
  const [credit, debit] = legs(at, ['c', 'd']);
  if (!credit || !debit) throw new Error('two legs');
  const shown = (...list: AccountTransaction[]) => statementOf(list).map(({ kind }) => kind);
  expect(shown(credit, { ...debit, created_at: '2026-05-13T10:00:01Z' })).toEqual([]);
  expect(shown(credit, { ...debit, transaction_class: 'trade' })).toEqual(['single']);
  expect(shown(credit, { ...debit, currency_id: 'USDC' })).toEqual([]);
  expect(shown(credit, { ...debit, type: 'credit' })).toEqual([]);
  expect(shown(debit, credit)).toEqual(['swap']);
});

test('FMT-01 an amount of eighteen decimals keeps every one of them', () => {
  const [shown] = statementOf([entry({ amount: '0.000000000000000001' })]);
  expect(shown).toMatchObject({ amount: '0.000000000000000001' });
});

const failed = (over: Partial<FailedPayment> = {}): FailedPayment => ({
  transaction_id: 'p1',
  reason: 'declined',
  charge: { amount: '100.00', currency_id: 'AUD' },
  wanted: { amount: '0.001', currency_id: 'BTC' },
  created_at: '2026-05-13T10:01:00Z',
  ...over,
});

test('HARD-16 a failed card payment stands in the statement by its time, as a purchase with its own status', () => {
  const entries = statementOf(
    [entry({ created_at: '2026-05-13T10:02:00Z' }), entry({ account_transaction_id: 'a2' })],
    [failed(), failed()],
  );
  expect(entries.map(({ id }) => id)).toEqual(['a1', 'p1', 'a2']);
  expect(entries[1]).toEqual({
    kind: 'failed',
    id: 'p1',
    trackingId: 'p1',
    label: 'Buy',
    status: 'Declined',
    at: Date.UTC(2026, 4, 13, 10, 1),
    reason: 'declined',
    charge: { amount: '100.00', currency: 'AUD' },
    wanted: { amount: '0.001', currency: 'BTC' },
  });
  const of = (code: string) => statementOf([], [failed()]).filter((one) => concerns(one, code));
  expect(of('BTC')).toHaveLength(1);
  expect(of('AUD')).toEqual([]);
  const statuses = failedPaymentReasons.map(
    (reason) => statementOf([], [failed({ reason })])[0]?.status,
  );
  expect(new Set(statuses).size).toBe(failedPaymentReasons.length);
});

test('HARD-16 one that went through after all is the purchase it became', () => {
  const bought = entry({ transaction_class: 'trade', comment: 'Card purchase/p1' });
  expect(statementOf([bought], [failed()])).toMatchObject([{ kind: 'single', id: 'a1' }]);
});

test('HARD-16 PWA-04 what a device kept before there were failed payments is read', () => {
  const kept = { status: 'success', data: [entry({})], next: 'x', as_of: '2026-05-13T10:00:00Z' };
  const read = v.parse(getTransactionHistory.answer, kept);
  expect(read).toEqual(kept);
  const [shown] = statementOf(read.data, read.failed_payments);
  expect(shown).toMatchObject({ kind: 'single', id: 'a1' });
});

test('HARD-16 a reason that a page does not know yet is a failure', () => {
  const later = { ...failed(), reason: 'of-the-future' };
  const answer = { status: 'success', data: [], failed_payments: [later], as_of: '' };
  const read = v.parse(getTransactionHistory.answer, answer);
  expect(statementOf([], read.failed_payments)[0]?.status).toBe('Failed');
});
