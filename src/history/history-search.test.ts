import { expect, test } from 'vitest';
import type { StatementEntry } from '#core/statement/statement.ts';
import { matches } from './history-search.ts';

const swap: StatementEntry = {
  kind: 'swap',
  id: 'c',
  label: 'Swap',
  status: '',
  at: Date.parse('2026-10-31T20:00:00Z'),
  trackingId: 'Trk-77',
  credit: {
    id: 'c',
    amount: '3808.804624',
    currency: 'USDT',
    value: { amount: '5850.11', currency: 'AUD' },
  },
  debit: { id: 'd', amount: '0.0449798', currency: 'BTC' },
};
const withdrawal: StatementEntry = {
  kind: 'single',
  id: 'w',
  label: 'Withdraw',
  status: 'Not sent yet',
  at: Date.parse('2026-10-01T00:00:00Z'),
  trackingId: 'trk-9',
  direction: 'debit',
  amount: '98765432.123456',
  currency: 'XRP',
  network: 'Ripple',
  sender: '',
  recipient: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
};

test.each([
  ['swap', swap],
  ['BTC usdt', swap],
  ['3,808.8', swap],
  ['+3808.8046', swap],
  ['\u22120.0449798', swap],
  ['5,850.11', swap],
  ['trk-77', swap],
  ['november', swap],
  ['2026-11-01', swap],
  ['ripple not sent', withdrawal],
  ['98765432', withdrawal],
  ['reb8tk3g', withdrawal],
  ['  ', withdrawal],
])('EASE-01 “%s” finds the entry that has it', (search, entry) => {
  expect(matches(entry, search, 'Australia/Sydney')).toBe(true);
});

test.each(['ETH', 'swap 17', 'october', 'trk-78'])(
  'EASE-01 “%s” does not find the swap',
  (search) => {
    expect(matches(swap, search, 'Australia/Sydney')).toBe(false);
  },
);

test('EASE-16 a word may stand in the note, another in the entry', () => {
  expect(matches(swap, 'rent', 'UTC', 'The RENT of May')).toBe(true);
  expect(matches(swap, 'usdt rent', 'UTC', 'The RENT of May')).toBe(true);
  expect(matches(swap, 'usdt june', 'UTC', 'The RENT of May')).toBe(false);
  expect(matches(swap, 'rent', 'UTC')).toBe(false);
});
