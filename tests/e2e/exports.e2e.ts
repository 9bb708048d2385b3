import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

test.use({ timezoneId: 'Australia/Brisbane' });

async function exported(page: Page, format: 'CSV' | 'PDF') {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: format, exact: true }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    bytes: new Uint8Array(await readFile(await download.path())),
  };
}

test('BEY-22 what the filters show is saved as CSV and as PDF, all of it', async ({
  page,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5', ETH: '2', USDC: '100' } }));
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  const rows = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Deposit');

  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/^transaction_history_Deposit_All_time_\d{4}-\d\d-\d\d\.csv$/);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.bytes);
  expect(text.startsWith('\ufeffTransaction ID,Date,Time zone,Type,')).toBe(true);
  const records = text.trimEnd().split('\r\n').slice(1);
  expect(records).toHaveLength(3);
  for (const record of records) {
    expect(record).toMatch(/^[^,]+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,GMT\+10:00,Deposit,/);
  }

  const pdf = await exported(page, 'PDF');
  expect(pdf.name).toMatch(/\.pdf$/);
  const pages = await pdfText(pdf.bytes);
  const all = pages.join(' ').replace(/\s+/g, ' ');
  expect(all).toContain('Type: Deposit · Period: All time');
  expect(all).toContain('Australia/Brisbane');
  expect(all).toContain(`Page 1 of ${pages.length}`);
  expect(all).toMatch(new RegExp(`Transactions ${records.length}\\b`));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect(page.getByRole('alert')).toHaveText('No data to export');
});
