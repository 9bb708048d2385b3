import { expect, test } from 'vitest';
import type { SingleEntry, StatementEntry } from '#core/statement/statement.ts';
import { receiptRows } from '#features/entry/receipt.ts';
import { detailRows } from '#history/detail-rows.ts';
import { filterEntries } from '#history/history-filter.ts';
import {
  csvCells,
  csvColumns,
  exportName,
  pdfCells,
  pdfDocument,
  pdfTotals,
} from './export-table.ts';

const at = Date.UTC(2026, 4, 13, 15, 30);
const base = { status: '', at, trackingId: '' };
const withdrawal: StatementEntry = {
  ...base,
  id: 'w1',
  kind: 'single',
  label: 'Withdraw',
  status: 'Withdrawn',
  direction: 'debit',
  amount: '0.123456789012345678',
  currency: 'ETH',
  network: 'Ethereum',
  sender: '',
  recipient: '0xabc',
  trackingId: 'trk-9',
  fee: '0.001',
};
const swap: StatementEntry = {
  ...base,
  id: 's1',
  kind: 'swap',
  label: 'Swap',
  credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
  debit: { id: 'd', amount: '0.05', currency: 'BTC' },
};
const context = {
  type: 'All',
  period: 'Month',
  customer: 'Ada Lovelace',
  timeZone: 'Australia/Brisbane',
  now: at,
} as const;

const record = (entry: StatementEntry, timeZone: string, note?: string) => {
  const cells = csvCells(entry, timeZone, note);
  expect(cells).toHaveLength(csvColumns.length);
  return Object.fromEntries(csvColumns.map((column, i) => [column, cells[i]]));
};

test('BEY-22 a CSV row has every digit of the amount and the customer’s own time', () => {
  expect(record(withdrawal, 'Australia/Brisbane')).toEqual({
    'Transaction ID': 'trk-9',
    Date: '2026-05-14 01:30:00',
    'Time zone': 'GMT+10:00',
    Type: 'Withdraw',
    Status: 'Withdrawn',
    'Received amount': '',
    'Received asset': '',
    'Sent amount': '0.123456789012345678',
    'Sent asset': 'ETH',
    'Included fee': '0.001',
    'Fee asset': 'ETH',
    Network: 'Ethereum',
    Sender: '',
    Recipient: '0xabc',
    'Entry ID': 'w1',
    'Received value': '',
    'Sent value': '',
    'Value currency': '',
    Note: '',
    'Your note': '',
    'Paid by card': '',
    'Card currency': '',
  });
});

test('EASE-16 a CSV row has what the customer noted', () => {
  expect(record(withdrawal, 'Australia/Brisbane', 'Rent\nof May')['Your note']).toBe(
    'Rent\nof May',
  );
});

test('BEY-22 HARD-52 a card purchase shows what it cost, and how much of that was the fee, apart from what was sent', () => {
  const { fee: _fee, ...single } = withdrawal;
  const bought: StatementEntry = {
    ...single,
    label: 'Buy',
    direction: 'credit',
    amount: '0.0007',
    currency: 'BTC',
    paid: { amount: '100', currency: 'AUD' },
  };
  expect(record(bought, 'UTC')).toMatchObject({
    'Received amount': '0.0007',
    'Received asset': 'BTC',
    'Sent amount': '',
    'Sent asset': '',
    'Paid by card': '100',
    'Card currency': 'AUD',
    'Included fee': '0.50',
    'Fee asset': 'AUD',
  });
  expect(pdfCells(bought, context).slice(1, 5)).toEqual([
    'Buy Bitcoin, AU$100.00 by card',
    'Withdrawn',
    '+0.0007 BTC',
    '',
  ]);
  expect(pdfTotals([bought])).toEqual([
    ['Transactions', '1'],
    ['BTC', 'Received 0.0007 · Sent 0'],
    ['Paid by card', 'AU$100.00'],
  ]);
  // An unknown cost is left empty: it is not zero.
  const { paid: _paid, ...untold } = bought;
  expect(record(untold, 'UTC')).toMatchObject({ 'Paid by card': '', 'Included fee': '' });
});

test('BEY-22 a swap is one row with both its sides', () => {
  expect(record(swap, 'UTC')).toMatchObject({
    Status: 'Successfully',
    'Received amount': '2992.5',
    'Received asset': 'USDC',
    'Sent amount': '0.05',
    'Sent asset': 'BTC',
  });
});

test('BEY-22 a PDF row reads as it does in the list, and the totals add up what was received and sent', () => {
  expect(pdfCells(swap, context)).toEqual([
    'May 14 at 1:30 AM',
    'Swap BTC to USDC',
    'Successfully',
    '+2,992.5 USDC',
    '\u22120.05 BTC',
    '',
    's1',
  ]);
  expect(pdfCells({ ...withdrawal, at: Number.NaN }, context)[0]).toBe('Invalid Date');
  expect(pdfTotals([swap, withdrawal])).toEqual([
    ['Transactions', '2'],
    ['BTC', 'Received 0 · Sent 0.05'],
    ['ETH', 'Received 0 · Sent 0.123456789012345678'],
    ['USDC', 'Received 2,992.5 · Sent 0'],
  ]);
});

test('BEY-22 the file is named after its filters and the day in the customer’s time zone', () => {
  expect(exportName(context, 'csv')).toBe('transaction_history_All_Month_2026-05-14.csv');
});

test('BEY-22 PWA-04 an export of what the device kept is dated to when the server reported it', () => {
  const offline = { ...context, asOf: at - 9 * 86_400_000 };
  expect(pdfDocument(offline).lines).toContain(
    'Created May 14 at 1:30 AM · As of May 5 at 1:30 AM · Time zone: Australia/Brisbane (GMT+10:00)',
  );
  expect(exportName(offline, 'csv')).toBe('transaction_history_All_Month_2026-05-05.csv');
  expect(pdfDocument(context).lines.join()).not.toContain('As of');
});

const { fee: _none, ...undone } = { ...withdrawal, status: 'Returned' } as SingleEntry;
const back: StatementEntry = { ...undone, id: 'w2', direction: 'credit', label: 'Deposit' };

test('HARD-16 a withdrawal that came back is “Returned”, never a deposit, and is in no total', () => {
  expect(record(undone, 'UTC')).toMatchObject({ Type: 'Withdraw', Status: 'Returned' });
  expect(record(back, 'UTC')).toMatchObject({ Type: 'Returned', Status: 'Returned' });
  expect(pdfCells(back, context)[1]).toBe('Returned Ethereum');
  expect(pdfTotals([undone, back, swap])).toEqual([
    ['Transactions', '3'],
    ...pdfTotals([swap]).slice(1),
  ]);
  const deposits = { type: 'Deposit', period: 'All time' } as const;
  const real: StatementEntry = { ...back, id: 'd1', status: 'Deposited' };
  expect(filterEntries([undone, back, real], deposits, at, '')).toEqual([real]);
  expect(filterEntries([undone, back, real], { ...deposits, type: 'Withdraw' }, at, '')).toEqual([
    undone,
    back,
  ]);
});

test('EYE-05 the totals of an export say what is not sent yet apart from what was sent', () => {
  const held: StatementEntry = { ...withdrawal, kind: 'single', status: 'Not sent yet' };
  expect(pdfTotals([held, swap])).toContainEqual([
    'ETH',
    'Received 0 · Sent 0 · Not sent yet 0.123456789012345678',
  ]);
});

test('HARD-16 every row has its value in the customer’s currency at its time, and none where it was not written down', () => {
  const worth = { amount: '812.40', currency: 'AUD' };
  const valued: StatementEntry = { ...withdrawal, kind: 'single', value: worth };
  expect(record(valued, 'UTC')).toMatchObject({
    'Received value': '',
    'Sent value': '812.40',
    'Value currency': 'AUD',
  });
  const swapped: StatementEntry = {
    ...swap,
    credit: { id: 'c', amount: '2992.5', currency: 'USDC', value: worth },
    debit: { id: 'd', amount: '0.05', currency: 'BTC', value: { ...worth, amount: '816.00' } },
  };
  expect(record(swapped, 'UTC')).toMatchObject({
    'Received value': '812.40',
    'Sent value': '816.00',
    'Value currency': 'AUD',
  });
  const facts = { cost: undefined, withdrawal: undefined };
  const receipt = { customer: 'x', timeZone: 'UTC', now: at };
  const column = pdfDocument(context).columns.findIndex(({ title }) => title === 'Value then');
  for (const entry of [valued, swapped]) {
    expect(pdfCells(entry, context)[column]).toBe('AU$812.40');
    expect(receiptRows(entry, facts, receipt)).toContainEqual(['Value then', 'AU$812.40']);
  }
  expect(pdfCells(swap, context)[column]).toBe('');
  expect(receiptRows(swap, facts, receipt).map(([label]) => label)).not.toContain('Value then');
});

test.each([
  ['Bank transfer recalled', 'AUD', 'Bank transfer recalled', 'Deposit'],
  ['Forfeited', 'BTC', 'Forfeited Bitcoin', 'Withdraw'],
  ['Given up', 'AUD', 'Given up Cash', 'Withdraw'],
  ['Booked by hand', 'BTC', 'Booked by hand Bitcoin', 'Withdraw'],
] as const)(
  'HARD-52 %s of %s reads so in the list, the CSV, the PDF and the receipt, and is sent',
  (label, currency, title, type) => {
    const { fee: _fee, ...single } = withdrawal;
    const entry: SingleEntry = {
      ...single,
      label,
      currency,
      status: '',
      amount: '12.5',
      recipient: '',
    };
    expect(record(entry, 'UTC')).toMatchObject({
      ...{ Type: label, Status: 'Completed', 'Received amount': '', 'Paid by card': '' },
      ...{ 'Sent amount': '12.5', 'Sent asset': currency },
    });
    expect(pdfCells(entry, context).slice(1, 5)).toEqual([
      title,
      'Completed',
      '',
      `\u221212.5 ${currency}`,
    ]);
    const facts = { cost: undefined, withdrawal: undefined };
    const receipt = receiptRows(entry, facts, { customer: 'x', timeZone: 'UTC', now: at });
    expect(receipt[0]).toEqual(['Type', label]);
    expect(JSON.stringify([receipt, record(entry, 'UTC')])).not.toMatch(/withdr/i);
    for (const chip of ['Deposit', 'Withdraw', 'Buy'] as const) {
      const found = filterEntries([entry], { type: chip, period: 'All time' }, at, '');
      expect(found).toEqual(chip === type ? [entry] : []);
    }
  },
);

const declined: StatementEntry = {
  kind: 'failed',
  id: 'p1',
  trackingId: 'p1',
  label: 'Buy',
  status: 'Declined',
  at,
  reason: 'declined',
  charge: { amount: '100.00', currency: 'AUD' },
  wanted: { amount: '0.001', currency: 'BTC' },
};

test('HARD-16 a failed card payment is exported with its reason, as nothing received or sent, and is in no total', () => {
  const text = 'AU$100.00 for 0.001 BTC. The payment was declined. Nothing was bought.';
  expect(record(declined, 'UTC')).toMatchObject({
    'Transaction ID': 'p1',
    Type: 'Buy',
    Status: 'Declined',
    'Received amount': '',
    'Sent amount': '',
    'Included fee': '',
    'Received value': '',
    'Value currency': '',
    Note: text,
  });
  expect(pdfCells(declined, context).slice(1, 6)).toEqual([
    `Buy Bitcoin: ${text}`,
    'Declined',
    '',
    '',
    '',
  ]);
  expect(pdfTotals([declined, swap])).toEqual([
    ['Transactions', '1'],
    ['Card payments that bought nothing', '1'],
    ...pdfTotals([swap]).slice(1),
  ]);
  const buys = { type: 'Buy', period: 'All time' } as const;
  expect(filterEntries([declined, swap], buys, at, '')).toEqual([declined]);
});

test('HARD-16 “Transaction ID” is the same in the CSV, the PDF, the receipt and on the transaction’s page', () => {
  const facts = { cost: undefined, withdrawal: undefined };
  const receipt = { customer: 'x', timeZone: 'UTC', now: at };
  for (const entry of [withdrawal, swap, undone, back, declined]) {
    const labelled = (rows: readonly (readonly string[])[]) =>
      rows.find(([label]) => label === 'Transaction ID')?.[1];
    const id = record(entry, 'UTC')['Transaction ID'];
    const column = pdfDocument(context).columns.findIndex(
      ({ title }) => title === 'Transaction ID',
    );
    expect(pdfCells(entry, context)[column]).toBe(id);
    expect(labelled(receiptRows(entry, facts, receipt))).toBe(id);
    expect(labelled(detailRows(entry, facts).map(({ label, value }) => [label, value]))).toBe(id);
  }
});
