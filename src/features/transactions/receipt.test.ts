import { expect, test } from 'vitest';
import type { StatementEntry } from '#core/domain/statement.ts';
import { receiptDocument, receiptName, receiptRows } from './receipt.ts';

const at = Date.UTC(2026, 4, 13, 15, 30);
const context = {
  customer: 'Ada Lovelace',
  timeZone: 'Australia/Brisbane',
  now: at,
  price: undefined,
  paid: undefined,
};
const base = { at, status: '', trackingId: '' };

test('BEY-22 a receipt of a withdrawal names its recipient, every digit and the zone of its time', () => {
  const entry: StatementEntry = {
    ...base,
    kind: 'single',
    id: 'w1',
    label: 'Withdraw',
    status: 'Withdrawn',
    direction: 'debit',
    amount: '0.123456789012345678',
    currency: 'ETH',
    network: 'Ethereum',
    sender: '',
    recipient: '0xabc',
    trackingId: 'trk/9',
  };
  expect(receiptRows(entry, { ...context, price: 'P', paid: 'AU$1.00' })).toEqual([
    ['Type', 'Withdraw'],
    ['Status', 'Withdrawn'],
    ['Sent', '0.123456789012345678 ETH'],
    ['Paid', 'AU$1.00'],
    ['Price', 'P'],
    ['Date', 'May 14, 2026 at 1:30 AM GMT+10:00'],
    ['Network', 'Ethereum'],
    ['Recipient', '0xabc'],
    ['Transaction ID', 'trk/9'],
  ]);
  expect(receiptName(entry)).toBe('receipt_trk_9.pdf');
});

test('BEY-22 BEY-15 a receipt of a withdrawal that came back does not say that it was sent', () => {
  const entry: StatementEntry = {
    ...base,
    kind: 'single',
    id: 'w1',
    label: 'Withdraw',
    status: 'Returned',
    direction: 'debit',
    amount: '1',
    currency: 'ETH',
    network: '',
    sender: '',
    recipient: '',
  };
  const rows = receiptRows(entry, context);
  expect(rows).toContainEqual(['Status', 'Returned']);
  expect(rows).toContainEqual(['Amount', '1 ETH']);
  expect(rows.map(([label]) => label)).not.toContain('Sent');
});

test('BEY-22 a receipt of a swap names both its sides', () => {
  const swap: StatementEntry = {
    ...base,
    kind: 'swap',
    id: 's1',
    label: 'Swap',
    credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
    debit: { id: 'd', amount: '0.05', currency: 'BTC' },
  };
  const rows = receiptRows(swap, context);
  expect(rows).toContainEqual(['Received', '2,992.5 USDC']);
  expect(rows).toContainEqual(['Paid', '0.05 BTC']);
  expect(rows).toContainEqual(['Status', 'Successfully']);
  expect(receiptDocument(context).lines).toContain('For Ada Lovelace');
});
