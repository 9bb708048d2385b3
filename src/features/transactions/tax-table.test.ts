import { expect, test } from 'vitest';
import type { Disposal } from '#core/statement/cost-basis.ts';
import { taxTotals } from '#core/statement/tax-report.ts';
import { taxYearOf } from '#core/statement/tax-rules.ts';
import {
  NO_ADVICE,
  type TaxContext,
  taxCells,
  taxColumns,
  taxDocument,
  taxFileName,
  taxPdfCells,
  taxPdfTotals,
} from './tax-table.ts';

const zone = 'Australia/Sydney';
const context: TaxContext = {
  ...{ customer: 'Ada Lovelace', year: taxYearOf(2025, true, zone), method: 'fifo' },
  ...{ timeZone: zone, money: 'AUD', now: Date.parse('2026-05-13T10:00:00Z') },
  ...{ country: 'AU', residences: 1 },
};
const sale: Disposal = {
  ...{ id: 'j1', at: Date.parse('2026-03-01T13:30:00Z'), asset: 'BTC', units: 150_000_000n },
  ...{ proceeds: 1_200_000n, fees: 6_000n, cost: 1_150_000n, unknownUnits: 0n, uncounted: 0n },
  ...{ gain: 44_000n, acquiredFirst: Date.parse('2025-02-27T00:00:00Z') },
  acquiredLast: Date.parse('2026-01-01T00:00:00Z'),
};

const cells = (one: Disposal) =>
  Object.fromEntries(taxColumns.map((name, i) => [name, taxCells(one, context)[i]]));

test('INS-03 a disposal is one row: date, quantity, proceeds, cost, fees, gain, time held, method', () => {
  expect(cells(sale)).toMatchObject({
    ...{ Date: '2026-03-02 00:30:00', 'Time zone': 'GMT+11:00', Asset: 'BTC', Quantity: '1.5' },
    ...{ Proceeds: '12000.00', Fees: '60.00', Cost: '11500.00', Gain: '440.00', Currency: 'AUD' },
    ...{ 'Acquired first': '2025-02-27', 'Acquired last': '2026-01-01' },
    ...{ 'Days held, at least': '60', 'Days held, at most': '368' },
    ...{ 'Quantity of unknown cost': '', 'Proceeds not counted': '', Note: '' },
    Method: 'First in, first out',
  });
});

test('INS-03 what is unknown is empty or named, and never a zero', () => {
  const unknown = { ...sale, cost: 0n, unknownUnits: sale.units, gain: undefined };
  const row = { ...unknown, uncounted: 1_194_000n };
  expect(cells(row)).toMatchObject({
    ...{ Cost: '', Gain: '', 'Quantity of unknown cost': '1.5', Note: 'Cost unknown' },
    'Proceeds not counted': '11940.00',
  });
  expect(taxPdfCells(row, context).slice(5)).toEqual([
    ...['AU$12,000.00', 'AU$60.00', 'Unknown', 'Unknown', 'Cost unknown'],
  ]);
  expect(cells({ ...sale, proceeds: undefined, gain: undefined })).toMatchObject({
    ...{ Proceeds: '', Gain: '', Note: 'Proceeds unknown' },
  });
  expect(cells({ ...sale, unknownUnits: 1n }).Note).toBe('Cost partly unknown');
});

test('INS-03 the report names its period, method and assumptions, and is no advice', () => {
  const { title, lines, notes } = taxDocument({ totals: taxTotals([sale]) }, context);
  expect(title).toBe('Gains and Losses, Tax Year 2025–26');
  expect(lines[1]).toBe(
    'Period: 2025-07-01 to 2026-06-30 · Not over yet: up to May 13 at 8:00 PM · Time zone: Australia/Sydney',
  );
  expect(lines[2]).toContain('Method: First in, first out');
  expect(notes).toContain(NO_ADVICE);
  expect(taxFileName(context, 'csv')).toBe('gains_2025-26_fifo.csv');
});

test('INS-03 the totals are those of the rows, and unknown costs are named', () => {
  const disposals = [
    sale,
    {
      ...sale,
      asset: 'ETH',
      cost: 0n,
      unknownUnits: 150_000_000n,
      gain: undefined,
      uncounted: 1_194_000n,
    },
  ];
  const report = {
    disposals,
    totals: taxTotals(disposals),
    byAsset: [] as const,
    unknown: [{ asset: 'ETH', deposits: 2, units: 250_000_000n }],
  };
  expect(taxPdfTotals(report, context)).toEqual([
    ['Disposals', '2'],
    ['All assets', 'Proceeds AU$24,000.00 · Fees AU$120.00 · Cost AU$11,500.00 · Gain AU$440.00'],
    ['Brought by units of unknown cost, not counted', 'AU$11,940.00 in one disposal'],
    ['Cost never stated', '2.5 ETH in 2 deposits'],
  ]);
});

test.each([
  ['2024-10-05T02:00:00Z', '2025-10-05T01:00:00Z', 'Australia/Sydney', '365', 'no'],
  ['2025-01-10T07:00:00Z', '2026-01-10T22:00:00Z', 'Australia/Sydney', '366', 'yes'],
  ['2025-07-02T10:00:00Z', '2026-07-01T16:00:00Z', 'Australia/Sydney', '365', 'no'],
  ['2026-03-15T09:00:00Z', '2026-04-14T08:00:00Z', 'Europe/Berlin', '30', 'no'],
  ['2024-02-29T09:00:00Z', '2025-03-01T09:00:00Z', 'Europe/Berlin', '366', 'yes'],
  ['2024-02-29T09:00:00Z', '2025-02-28T09:00:00Z', 'Europe/Berlin', '365', 'no'],
])('HARD-58 days held are calendar days: %s to %s in %s', (from, to, timeZone, days, over) => {
  const acquired = { acquiredFirst: Date.parse(from), acquiredLast: Date.parse(from) };
  const row = taxCells({ ...sale, ...acquired, at: Date.parse(to) }, { ...context, timeZone });
  expect(row[taxColumns.indexOf('Days held, at least')]).toBe(days);
  expect(row[taxColumns.indexOf('Days held, at most')]).toBe(days);
  expect(row[taxColumns.indexOf('Held for more than a year')]).toBe(over);
});

test('HARD-58 the report says by whose rule it was made, and what of a law it does not follow', () => {
  const lines = (country: string | undefined, residences = 1) =>
    taxDocument({ totals: taxTotals([]) }, { ...context, country, residences }).notes?.join(' ');
  expect(lines('AT')).toContain('By the rules of Austria (§ 2 Kryptowährungsverordnung');
  expect(lines('FR')).toContain('This report does not compute it');
  expect(lines('DE', 2)).toContain('does not follow their rules');
  expect(lines(undefined)).toContain('no method is the usual one');
});

test('EYE-10 the report’s head has the year’s gain, and from what it comes', () => {
  const lost = { ...sale, gain: -50_000n, uncounted: 1_194_000n };
  const { sum, figures } = taxDocument({ totals: taxTotals([sale, lost]) }, context);
  expect(sum).toEqual({ label: 'Gain, tax year 2025–26, so far', value: '\u2212AU$60.00' });
  expect(figures).toEqual([
    ['Proceeds', 'AU$24,000.00'],
    ['Cost', 'AU$23,000.00'],
    ['Fees', 'AU$120.00'],
    ['Not counted', 'AU$11,940.00'],
  ]);
});
