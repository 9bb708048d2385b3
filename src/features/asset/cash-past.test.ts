import { expect, test } from 'vitest';
import type { AccountTransaction } from '#core/contract/wallet/history.ts';
import { statementOf } from '#core/statement/statement.ts';
import { cashOfMonth, cashPast } from './cash-past.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

const moved = (
  type: 'credit' | 'debit',
  amount: string,
  created_at: string,
): AccountTransaction => ({
  ...{ account_transaction_id: created_at, transaction_class: 'manual', type, amount, created_at },
  ...{
    currency_id: 'AUD',
    comment: '',
    network: '',
    sender: '',
    recipient: '',
    payment_method: '',
  },
});

const entries = statementOf([
  moved('debit', '100.5', '2026-11-23T00:00:00Z'),
  moved('credit', '250', '2026-11-18T00:00:00Z'),
  moved('credit', '1000', '2026-10-31T00:00:00Z'),
]);

const all = { entries, code: 'AUD', isAll: true };

const told = (past: ReturnType<typeof cashPast>) =>
  past.points.map(({ at, price }) => [new Date(at).toISOString().slice(0, 10), price]);

test('EYE-12 the steps of cash are reckoned back from what there is', () => {
  const past = cashPast(all, '1149.5', NOW);
  expect(told(past)).toEqual([
    ['2026-10-29', '0'],
    ['2026-10-31', '1000'],
    ['2026-11-18', '1250'],
    ['2026-11-23', '1149.5'],
    ['2026-11-28', '1149.5'],
  ]);
  expect(new Date(past.since ?? 0).toISOString()).toBe('2026-10-31T00:00:00.000Z');
});

test('EYE-12 further back than is known, nothing is drawn', () => {
  expect(told(cashPast({ ...all, isAll: false }, '1149.5', NOW))[0]).toEqual([
    '2026-10-31',
    '1000',
  ]);
  // What is listed would have come to less than nothing: something else moved it.
  expect(told(cashPast(all, '100', NOW))[0]).toEqual(['2026-11-18', '200.5']);
});

test('EYE-05 a payout that is not sent yet has not gone out', () => {
  const paid = moved('debit', '30', '2026-11-25T00:00:00Z');
  const held = { ...paid, transaction_class: 'payment', withdrawal: 'requested' as const };
  const known = { ...all, entries: [...statementOf([held]), ...entries] };
  expect(cashOfMonth(known, 'Australia/Sydney', NOW)?.out).toBe('100.5');
});

test('EYE-12 what came and went in a month is told only where all of it is known', () => {
  expect(cashOfMonth(all, 'Australia/Sydney', NOW)).toEqual({ into: '250', out: '100.5' });
  const [newest] = entries;
  if (!newest) throw new Error('no entry');
  const part = { ...all, entries: [newest], isAll: false };
  expect(cashOfMonth(part, 'Australia/Sydney', NOW)).toBeUndefined();
  expect(cashOfMonth({ ...part, isAll: true }, 'Australia/Sydney', NOW)).toEqual({
    into: '0',
    out: '100.5',
  });
});
