import { expect, test } from 'vitest';
import { type StatementEntry, underWayText } from './statement.ts';
import { cardChargesOf, totalsOf } from './statement-totals.ts';

const base = { id: '1', status: '', at: 0, trackingId: '' };
const party = { network: '', sender: '', recipient: '' };
const single = (
  direction: 'credit' | 'debit',
  amount: string,
  currency: string,
): StatementEntry => ({
  ...base,
  ...party,
  kind: 'single',
  label: 'Deposit',
  direction,
  amount,
  currency,
});
const swap: StatementEntry = {
  ...base,
  kind: 'swap',
  label: 'Swap',
  credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
  debit: { id: 'd', amount: '0.05', currency: 'BTC' },
};

test('FMT-01 totals per asset are exact to eighteen decimals, swaps on both sides', () => {
  expect(
    totalsOf([
      single('credit', '0.1', 'BTC'),
      single('credit', '0.2', 'BTC'),
      single('debit', '0.000000000000000001', 'ETH'),
      swap,
    ]),
  ).toEqual([
    { currency: 'BTC', received: '0.3', sent: '0.05', net: '0.25', waiting: '0' },
    {
      currency: 'ETH',
      received: '0',
      sent: '0.000000000000000001',
      net: '-0.000000000000000001',
      waiting: '0',
    },
    { currency: 'USDC', received: '2992.5', sent: '0', net: '2992.5', waiting: '0' },
  ]);
});

test('BEY-22 HARD-52 what a card was charged for a purchase has a sum of its own, apart from cash that was sent', () => {
  const bought = { ...single('credit', '0.1', 'BTC'), paid: { amount: '100.5', currency: 'AUD' } };
  const inEuro = { ...bought, paid: { amount: '7.05', currency: 'EUR' } };
  const entries = [inEuro, bought, bought, single('debit', '30.15', 'AUD')];
  expect(totalsOf(entries)).toEqual([
    { currency: 'AUD', received: '0', sent: '30.15', net: '-30.15', waiting: '0' },
    { currency: 'BTC', received: '0.3', sent: '0', net: '0.3', waiting: '0' },
  ]);
  expect(cardChargesOf(entries)).toEqual([
    { currency: 'AUD', amount: '201' },
    { currency: 'EUR', amount: '7.05' },
  ]);
});

test('EYE-05 what waits and is not sent yet is in no sum of what was sent, but has one of its own', () => {
  const held = { ...single('debit', '0.4', 'BTC'), status: underWayText.requested };
  expect(totalsOf([held, single('credit', '1', 'BTC'), single('debit', '0.1', 'BTC')])).toEqual([
    { currency: 'BTC', received: '1', sent: '0.1', net: '0.9', waiting: '0.4' },
  ]);
});

test('FMT-01 an amount that is no number adds nothing', () => {
  expect(totalsOf([single('credit', '1e5', 'BTC')])).toMatchObject([{ received: '0' }]);
  expect(totalsOf([])).toEqual([]);
});
