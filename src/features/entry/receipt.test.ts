import { expect, test } from 'vitest';
import type { StatementEntry } from '#core/statement/statement.ts';
import { detailRows } from '#history/detail-rows.ts';
import { receiptDocument, receiptName, receiptRows, receiptText } from './receipt.ts';

const at = Date.UTC(2026, 4, 13, 15, 30);
const context = {
  customer: 'Ada Lovelace',
  timeZone: 'Australia/Brisbane',
  now: at,
};

test('BEY-22 EASE-11 a receipt states the transaction’s type, its date with the time zone, and what its page says', () => {
  const swap: StatementEntry = {
    at,
    status: '',
    trackingId: 'trk/9',
    kind: 'swap',
    id: 's1',
    label: 'Swap',
    credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
    debit: { id: 'd', amount: '0.05', currency: 'BTC' },
  };
  const facts = { cost: undefined, withdrawal: undefined };
  expect(receiptRows(swap, facts, context)).toEqual([
    ['Type', 'Swap'],
    ['Date', 'May 14, 2026 at 1:30 AM GMT+10:00'],
    ['Status', 'Completed'],
    ...detailRows(swap, facts)
      .slice(1)
      .map(({ label, value }) => [label, value]),
  ]);
  expect(receiptDocument(swap, context)).toMatchObject({
    lines: expect.arrayContaining(['For Ada Lovelace']),
    sum: { label: 'Swap BTC to USDC', value: '+2,992.5\u00a0USDC' },
  });
  expect(receiptName(swap)).toBe('receipt_trk_9.pdf');
  const shared = receiptText(swap, facts, context).split('\n');
  expect(shared.slice(1, 3)).toEqual(['Type: Swap', 'Date: May 14, 2026 at 1:30 AM GMT+10:00']);
  expect(shared).toHaveLength(1 + receiptRows(swap, facts, context).length);
  // Whoever it is handed to need not learn whose it is.
  expect(shared.join()).not.toContain('Ada');
});
