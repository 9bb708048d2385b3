import { expect, test } from 'vitest';
import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';
import { fail, ok } from '#core/failure.ts';
import { merchantEntries, merchantTotals } from '#core/statement/merchant-entry.ts';
import { csvHead, csvRow } from '#files/csv.ts';
import {
  csvCells,
  csvColumns,
  exportMerchant,
  exportName,
  pdfCells,
  pdfDocument,
  pdfTotals,
  readAll,
} from './export-merchant.ts';

const now = Date.UTC(2026, 4, 14, 12);
const context = {
  merchantId: 'm1',
  merchant: 'Aurora Books',
  period: 'All time' as const,
  timeZone: 'UTC',
  now,
};

/** The nth newest, one an hour; every fifth is pending, every third failed, every fourth goes out. */
const row = (n: number): MerchantTransaction => ({
  _id: `id${n}`,
  transaction_id: `TX${n}`,
  request_type: n % 4 === 0 ? 2 : 1,
  status: n % 3 !== 0,
  code: n % 5 === 0 ? '202' : '200',
  amount: '9.20',
  currency: 'EUR',
  currency_amount: '10.00',
  currency_value: '0.92',
  createdAt: new Date(now - n * 3_600_000).toISOString(),
});

const rows = Array.from({ length: 5_000 }, (_, i) => row(i + 1));

function reading(signal = new AbortController().signal) {
  const progress: number[] = [];
  const asked: number[] = [];
  const page = async (n: number) => {
    asked.push(n);
    return ok({ details: rows.slice((n - 1) * 500, n * 500), total: rows.length });
  };
  return {
    progress,
    asked,
    page,
    options: { signal, onProgress: (n: number) => progress.push(n) },
  };
}

test('ADM-06 all 5,000 rows are read, page after page, with progress; totals are those of the list', async () => {
  const { progress, page, options } = reading();
  const all = await readAll(context, page, options);
  if (!all.ok) throw new Error('failed');
  expect(progress).toEqual([500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000]);
  expect(all.value).toEqual(merchantEntries(rows, 'Aurora Books'));
  const lines = all.value.map((entry) => csvCells(entry, 'UTC'));
  const sum = (status: string) =>
    lines.filter((line) => line[6] === status).reduce((total, line) => total + Number(line[2]), 0);
  const totals = merchantTotals(all.value);
  expect(sum('Completed').toFixed(2)).toBe(totals.completed.usdt);
  expect(sum('Failed').toFixed(2)).toBe(totals.failed.usdt);
  const [completed, failed] = pdfTotals(all.value);
  expect(completed?.[0]).toBe('Completed');
  expect(completed?.[1]).toContain(`${totals.completed.count.toLocaleString('en-US')} · `);
  expect(failed?.[0]).toBe('Failed');
});

test('ADM-06 a period stops the reading where it ends; a cancelled one asks no further', async () => {
  const { asked, page, options } = reading();
  const week = await readAll({ ...context, period: 'Week' }, page, options);
  expect(asked).toEqual([1]);
  if (!week.ok) throw new Error('failed');
  expect(week.value).toHaveLength(merchantEntries(rows.slice(0, 168)).length);
  const control = new AbortController();
  const stopped = reading(control.signal);
  await readAll(
    context,
    async (n) => {
      control.abort();
      return stopped.page(n);
    },
    stopped.options,
  );
  expect(stopped.asked).toEqual([1]);
});

test('ADM-06 a reading that fails half-way gives no half a file', async () => {
  const { page, options } = reading();
  const all = await readAll(
    context,
    async (n) => (n < 3 ? page(n) : fail({ kind: 'network' })),
    options,
  );
  expect(all).toMatchObject({ ok: false });
});

test('ADM-06 the CSV has the columns of the specification, and amounts a spreadsheet can add', () => {
  expect(csvHead('comma', csvColumns)).toBe(
    '\ufeffTransaction ID,Type,USDT Amount,Fiat Amount,Currency,Date,Status,Merchant Name\r\n',
  );
  const [entry] = merchantEntries([{ ...row(4), user_name: '=cmd()' }]);
  if (!entry) throw new Error('none');
  expect(csvRow('comma', csvCells(entry, 'UTC'))).toBe(
    `TX4,Withdraw,-10.00,-9.20,EUR,"May 14, 2026 at 8:00 AM",Completed,'=cmd()\r\n`,
  );
  expect(pdfCells(entry, 'UTC').slice(2, 4)).toEqual(['\u221210.00\u00a0USDT', '\u2212€9.20']);
  const [dateless] = merchantEntries([{ ...row(4), createdAt: 'soon' }]);
  expect(dateless && csvCells(dateless, 'UTC')[5]).toBe('Invalid Date');
});

test('ADM-06 the file is named after merchant, period and day, in a way every system takes', () => {
  expect(exportName(context, 'csv')).toBe(
    'transaction_history_Aurora_Books_All_time_2026-05-14.csv',
  );
  expect(exportName({ ...context, merchant: '../Ąžuolas & Co', period: 'Day' }, 'pdf')).toMatch(
    /^transaction_history_[^/\\]*Ąžuolas_Co_Day_2026-05-14\.pdf$/,
  );
  expect(pdfDocument(context).lines).toContain('Aurora Books');
});

test('ADM-06 without a merchant it says so', async () => {
  const { options } = reading();
  expect(await exportMerchant('CSV', { ...context, merchantId: '' }, options)).toBe(
    'Please select a merchant first',
  );
});
