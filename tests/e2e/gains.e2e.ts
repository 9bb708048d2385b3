import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { enlargeText } from '#tests/support/misfits.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Cost and gain' });

/** The value beside a name on the card. */
const figure = (page: Page, name: string) =>
  card(page)
    .locator('div', { has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}`) }) })
    .getByRole('definition');

async function report(page: Page, format: 'CSV' | 'PDF') {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${format}` }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    bytes: new Uint8Array(await readFile(await download.path())),
  };
}

test('INS-02 an asset shows what is unknown in words, asks for a deposit’s cost once, and then its gain', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: /Bitcoin/ }).click();
  await expect(figure(page, 'Average cost')).toHaveText('Unknown');
  await expect(figure(page, 'Unrealised gain')).toHaveText('Unknown');
  await expect(figure(page, 'Of unknown cost')).toHaveText('0.5\u00a0BTC');
  await card(page).getByRole('button', { name: 'State a cost' }).click();
  const dialog = page.getByRole('dialog', { name: 'What a deposit cost' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter what it cost in AUD.');
  await dialog.getByRole('textbox', { name: 'Total cost in AUD' }).fill('1250.50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(figure(page, 'Average cost')).toHaveText('AU$2,501.00');
  await expect(figure(page, 'Unrealised gain')).toHaveText(/^[+\u2212]AU\$[\d,]+\.\d\d$/);
  await expect(figure(page, 'Realised gain')).toHaveText('AU$0.00');
  await expect(figure(page, 'Of unknown cost')).toHaveText('None');
  await expect(card(page).getByRole('button', { name: 'Stated costs' })).toBeVisible();
  await expectAccessible(page);
});

test('INS-03 a tax report is saved from the history’s export menu, as CSV and as PDF', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer, '/transactions');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Tax report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tax report' });
  await expect(dialog).toContainText('no tax advice');
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Tax year' }).selectOption({ index: 1 });
  const csv = await report(page, 'CSV');
  expect(csv.name).toMatch(/^gains_\d{4}-\d\d_fifo\.csv$/);
  const text = new TextDecoder().decode(csv.bytes);
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  expect(head).toContain('Date,Time zone,Asset,Quantity,Proceeds,Fees,Cost,Gain,Currency');
  expect(rows.length).toBeGreaterThan(3);
  const pdf = await report(page, 'PDF');
  const all = (await pdfText(pdf.bytes)).join(' ').replace(/\s+/g, ' ');
  expect(all).toContain('Gains and Losses, Tax Year');
  expect(all).toContain('no tax advice');
  expect(all).toMatch(new RegExp(`Disposals ${rows.length}\\b`));
  await dialog.getByRole('combobox', { name: 'Tax year' }).selectOption({ index: 6 });
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Nothing was sold, swapped or spent in/);
});

test('INS-05 a monthly statement is saved from the history’s export menu, the same bytes each time', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer, '/transactions');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Monthly statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Monthly statement' });
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Month' }).selectOption({ index: 2 });
  const csv = await report(page, 'CSV');
  expect(csv.name).toMatch(/^statement_\d{4}-\d\d\.csv$/);
  const [head = '', ...rows] = new TextDecoder().decode(csv.bytes).trimEnd().split('\r\n');
  expect(head).toContain('Date,Time zone,Line,Asset,Quantity,Included network fee,Balance');
  expect(rows[0]).toContain('Opening balance');
  expect(rows.at(-1)).toContain('Closing balance');
  expect((await report(page, 'CSV')).bytes).toEqual(csv.bytes);
  const pdf = await report(page, 'PDF');
  const all = (await pdfText(pdf.bytes.slice())).join(' ').replace(/\s+/g, ' ');
  expect(all).toMatch(/Statement, [A-Z][a-z]+ \d{4}/);
  expect(all).toContain('Value at the beginning');
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Monthly statement' }).click();
  await dialog.getByRole('combobox', { name: 'Month' }).selectOption({ index: 2 });
  expect((await report(page, 'PDF')).bytes).toEqual(pdf.bytes);
  await dialog.getByRole('combobox', { name: 'Month' }).selectOption({ index: 35 });
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    /^You owned nothing in [A-Z][a-z]+ \d{4}, and nothing moved\.$/,
  );
});

test('KEEP-16 the statement of a quarter is saved where its mail leads, by UTC in any zone', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer, '/transactions');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Quarterly statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quarterly statement' });
  await expect(dialog).toContainText('what you owned when it ended, by UTC');
  await expectAccessible(page);
  const quarter = dialog.getByRole('combobox', { name: 'Quarter' });
  await expect(quarter.getByRole('option').first()).toHaveText(
    /^[A-Z][a-z]+ to [A-Z][a-z]+ \d{4}$/,
  );
  const csv = await report(page, 'CSV');
  expect(csv.name).toMatch(/^statement_\d{4}-Q[1-4]\.csv$/);
  const [, first = '', ...rows] = new TextDecoder().decode(csv.bytes).trimEnd().split('\r\n');
  expect(first).toMatch(/^\d{4}-(?:01|04|07|10)-01 00:00:00,.*Opening balance/);
  expect(rows.at(-1)).toMatch(/^\d{4}-(?:03-31|06-30|09-30|12-31) 23:59:59,.*Closing balance/);
  const pdf = await report(page, 'PDF');
  const all = (await pdfText(pdf.bytes)).join(' ').replace(/\s+/g, ' ');
  expect(all).toContain(`Statement, ${await quarter.getByRole('option').first().textContent()}`);
  expect(all).toContain('Time zone: UTC');
});

test('INS-05 EASE-05 the choices of the export menu stay in it and on the phone, with large text too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await openSignedIn(page, demo.customer, '/transactions');
  await page.getByRole('button', { name: 'Export' }).click();
  const choice = page.getByRole('button', { name: 'Monthly statement' });
  const isInside = () =>
    choice.evaluate((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      const text = words.getBoundingClientRect();
      const menu = button.parentElement?.getBoundingClientRect();
      return menu && text.left >= menu.left && menu.left >= 0 && text.right <= menu.right;
    });
  expect(await isInside()).toBe(true);
  await enlargeText(page, 200);
  expect(await isInside()).toBe(true);
});

test('INS-05 without a connection a statement says that it needs one', async ({
  page,
  network,
}) => {
  await openSignedIn(page, demo.customer, '/transactions');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Monthly statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Monthly statement' });
  await expect(dialog.getByRole('button', { name: 'Save as PDF' })).toBeVisible();
  await network.cut();
  await expect(dialog).toContainText('A statement needs a connection.');
  await expect(dialog.getByRole('button', { name: 'Save as PDF' })).toBeHidden();
});
