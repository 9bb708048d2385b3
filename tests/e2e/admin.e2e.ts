import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';

const LISTING = '/client/payment/merchant/get-transaction-listing';
const rows = (page: Page) => page.locator('tbody tr');

async function download(page: Page, format: string) {
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('ADM-01 ADM-02 ADM-04 ADM-06 an admin works through a merchant with more than 100 transactions and exports them', async ({
  page,
  network,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, demo.admin, '/admin-transactions-history');
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Merchant' })).toBeVisible();
  await page.getByRole('link', { name: 'By merchant' }).click();
  await expect(page.getByRole('heading', { name: 'Merchant Transaction History' })).toBeVisible();
  const select = page.getByRole('combobox', { name: 'Merchant' });
  await expect(select.locator('option:checked')).toHaveText('Aurora Books');
  await expect(select.locator('option').first()).toHaveText('Select Merchant');
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);

  const more = page.getByRole('button', { name: 'Load more' });
  const before = await rows(page).count();
  await page.route(`**/api${LISTING}`, (route) => route.fulfill({ status: 503, body: '' }));
  await more.click();
  await expect(page.getByRole('alert')).toContainText('Failed to load transactions: ');
  await expect(rows(page)).toHaveCount(before);
  await page.unroute(`**/api${LISTING}`);
  await more.click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  await more.click();
  await expect(more).toHaveCount(0);
  const shown = await rows(page).count();
  expect(shown).toBeGreaterThan(100);

  const csv = await download(page, 'CSV');
  expect(csv.name).toMatch(/^transaction_history_Aurora_Books_All_time_\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.bytes.toString('utf8').trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(shown);
  const cells = lines.map((line) => line.replace(/"[^"]*"/, 'date').split(','));
  for (const [status, id] of [
    ['Completed', 'completed'],
    ['Failed', 'failed'],
  ] as const) {
    const of = cells.filter((line) => line[6] === status);
    const sum = of.reduce((total, line) => total + Math.round(Number(line[2]) * 100), 0);
    const amount = (sum / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    await expect(page.getByTestId(id)).toContainText(
      `${of.length} · ${amount.replace('-', '\u2212')}\u00a0USDT`,
    );
  }
  const pdf = await download(page, 'PDF');
  expect(pdf.name).toMatch(/^transaction_history_Aurora_Books_All_time_.*\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');

  await select.selectOption('Fern Florist');
  await expect(
    page.getByText('No completed or failed transactions found for the selected filters.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('No data to export');
  await select.selectOption('');
  await expect(page.getByText('Please select a merchant to view transactions.')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'PDF', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please select a merchant first');
  await network.cut();
  await expect(page.getByText(/^You’re offline\. Merchants/)).toBeVisible();
});

test('ADM-05 SHELL-12 a transaction has its details, and its page survives a reload', async ({
  page,
}) => {
  await signIn(page, demo.admin, '/admin-transactions-history');
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/transaction-detail$/);
  await page.reload();
  for (const label of [
    'Merchant Name',
    'Status',
    'Payment Amount',
    'Payment Transaction ID',
  ] as const) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/admin-transactions-history$/);
  await page.goto('/admin/transaction-detail');
  await expect(page.getByText('Transaction not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go back to transactions' }).click();
  await expect(page).toHaveURL(/\/admin\/transaction-history$/);
});
