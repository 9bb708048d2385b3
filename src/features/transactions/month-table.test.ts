import { expect, test } from 'vitest';
import { monthStatement } from '#core/statement/month-statement.ts';
import type { TaxJournal } from '#core/statement/tax-meaning.ts';
import { monthOf } from '#core/time/month.ts';
import {
  type MonthContext,
  monthCells,
  monthColumns,
  monthDocument,
  monthFileName,
  monthLines,
  monthPdfCells,
  monthPdfTotals,
} from './month-table.ts';

const context: MonthContext = {
  customer: 'Ada Lovelace',
  month: monthOf(2026, 3, 'Australia/Sydney'),
  timeZone: 'Australia/Sydney',
  money: 'AUD',
};
const statement = monthStatement(
  [{ asset: 'BTC', units: 150_000_000n, price: '100000.5', value: 15_000_075n }],
  [
    {
      ...{ id: 'j1', at: Date.parse('2026-04-04T15:30:00Z'), kind: 'withdrawal-sent' },
      legs: [{ asset: 'BTC', units: -50_000_000n, value: undefined }],
      ...{ spread: 0n, fee: 10_000n, paid: undefined, stated: undefined },
    },
    {
      ...{ id: 'j2', at: Date.parse('2026-04-05T15:30:00Z'), kind: 'cash-in' },
      legs: [{ asset: 'AUD', units: 12_345n, value: 12_345n }],
      ...{ spread: 0n, fee: 0n, paid: undefined, stated: undefined },
    },
  ],
  [
    { asset: 'AUD', units: 12_345n, price: '1', value: 12_345n },
    { asset: 'BTC', units: 100_000_000n, price: undefined, value: undefined },
  ],
);
if (!statement) throw new Error('it adds up');
const lines = monthLines(statement, context);
const cells = lines.map((line) =>
  Object.fromEntries(monthColumns.map((name, i) => [name, monthCells(line, context)[i]])),
);

test('INS-05 a statement opens, moves and closes, each line at its time in the customer’s zone', () => {
  expect(cells.map(({ Date: date, 'Time zone': zone, Line }) => [date, zone, Line])).toEqual([
    ['2026-04-01 00:00:00', 'GMT+11:00', 'Opening balance'],
    // Clocks went back in between.
    ['2026-04-05 02:30:00', 'GMT+11:00', 'Withdrawal'],
    ['2026-04-06 01:30:00', 'GMT+10:00', 'Bank transfer'],
    ['2026-04-30 23:59:59', 'GMT+10:00', 'Closing balance'],
    ['2026-04-30 23:59:59', 'GMT+10:00', 'Closing balance'],
  ]);
  expect(cells[0]).toMatchObject({
    ...{ Asset: 'BTC', Quantity: '', Balance: '1.5', Price: '100000.5', Value: '150000.75' },
    ...{ Currency: 'AUD', 'Entry ID': '' },
  });
  expect(cells[2]).toMatchObject({
    ...{ Asset: 'AUD', Quantity: '123.45', Balance: '123.45', Value: '123.45', 'Entry ID': 'j2' },
  });
});

test('INS-05 what nobody wrote down is empty or named, and never a zero', () => {
  expect(cells[1]).toMatchObject({
    ...{
      Quantity: '-0.5',
      'Included network fee': '0.0001',
      Balance: '1',
      Value: '',
      Currency: '',
    },
  });
  expect(cells[4]).toMatchObject({ Balance: '1', Price: '', Value: '', Currency: '' });
  const pdf = lines.map((line) => monthPdfCells(line, context));
  expect(pdf[1]).toEqual([
    ...['2026-04-05 02:30', 'Withdrawal, 0.0001 of it the network’s fee', 'BTC'],
    ...['\u22120.5', '1', 'Unknown', 'j1'],
  ]);
  expect(pdf[0]?.[1]).toBe('Opening balance at AU$100,000.50');
  expect(monthPdfTotals(statement, context)).toEqual([
    ['AUD', 'Opening 0 · In 123.45 · Out 0 · Closing 123.45'],
    ['BTC', 'Opening 1.5 · In 0 · Out 0.5 · Closing 1'],
    ['Value at the beginning', 'AU$150,000.75'],
    ['Value of what came, at its time', 'AU$123.45'],
    ['Value of what left, at its time', 'Unknown'],
    ['Change by prices and exchange rates', 'Unknown'],
    ['Value at the end', 'Unknown'],
  ]);
});

test('INS-05 a statement says its period and its zone, and nothing of when it was made', () => {
  const { title, lines: said, dated } = monthDocument(statement, context);
  expect(title).toBe('Statement, April 2026');
  expect(said[1]).toBe(
    'Period: 2026-04-01 to 2026-04-30 · Time zone: Australia/Sydney · Currency: AUD',
  );
  expect(dated).toBe(context.month.to);
  expect(monthFileName(context, 'pdf')).toBe('statement_2026-04.pdf');
});

test('EYE-10 U50 a statement’s head has the values at both ends and what changed them, or that one is unknown', () => {
  const owned = [{ asset: 'BTC', units: 150_000_000n, price: '1', value: 15_000_075n }];
  const moved = {
    ...{ id: '0193a2b4-5c6d-4e7f-8a9b-0c1d2e3f4a5b', at: context.month.from + 1, kind: 'cash-in' },
    legs: [{ asset: 'AUD', units: 12_345n, value: 12_345n }],
    ...{ spread: 0n, fee: 0n, paid: undefined, stated: undefined },
  } satisfies TaxJournal;
  const closing = [
    { asset: 'AUD', units: 12_345n, price: '1', value: 12_345n },
    { asset: 'BTC', units: 150_000_000n, price: '1', value: 14_000_000n },
  ];
  const known = monthStatement(owned, [moved], closing);
  if (!known) throw new Error('it adds up');
  const { sum, figures, columns } = monthDocument(known, context);
  expect(sum).toEqual({ label: 'Closing value', value: 'AU$140,123.45' });
  expect(figures).toEqual([
    ['Opening value', 'AU$150,000.75'],
    ['In', 'AU$123.45'],
    ['Out', 'AU$0.00'],
    ['Prices, exchange rates', '\u2212AU$10,000.75'],
    ['Change', '\u2212AU$9,877.30'],
  ]);
  expect(monthDocument(statement, context)).toMatchObject({ sum: { value: 'Unknown' } });
  // The id is a part of one, in a column that takes less than a tenth of the width.
  expect(monthLines(known, context).map((line) => monthPdfCells(line, context)[6])).toContain(
    '0193a2b4',
  );
  const all = columns.reduce((whole, { weight }) => whole + weight, 0);
  expect((columns.at(-1)?.weight ?? all) / all).toBeLessThan(0.1);
});
