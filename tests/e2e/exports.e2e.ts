import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { cards, openTrade, payWith, toCardForm, withProfile } from './trade-page.ts';
import { BTC } from './withdraw-page.ts';

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

test('BEY-22 every transaction that matches the filters is exported to CSV and PDF', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5', ETH: '2', USDC: '100' } }));
  await page.getByRole('link', { name: 'Transactions' }).click();
  await filterHistory(page, 'Deposit');
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

  await filterHistory(page, 'Withdraw');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect(page.getByRole('alert')).toHaveText('No data to export');
});

test('BEY-22 TX-05 a receipt prints without the surrounding page and can be saved as PDF', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('listitem').filter({ hasText: '+0.5' }).getByRole('link').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipt (PDF)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^receipt_.+\.pdf$/);
  const [text = ''] = await pdfText(await readFile(await download.path()));
  expect(text.replace(/\s+/g, ' ')).toMatch(/Receipt .*GMT\+10:00 .*Amount \+0\.5 BTC/);
  await expect(page.getByText('Price', { exact: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/Receipt for/)).toBeVisible();
  await expect(page.getByText('Payment details')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('EASE-11 a receipt is shared as a deposit address is', async ({ page, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }), '/transactions');
  await page.getByRole('listitem').filter({ hasText: '+0.5' }).getByRole('link').click();
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  await expect(page.getByText('Your browser does not support sharing')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async ({ text = '' }: ShareData) => {
        document.body.dataset.shared = text;
      },
    });
  });
  await share.click();
  const shared = (text: RegExp) =>
    expect(page.locator('body')).toHaveAttribute('data-shared', text);
  await shared(/^UAB Kopa .*\nType: .*\nDate: .* GMT\+10:00\n/);
  await shared(/\nAmount: \+0\.5\sBTC/);
});

test('TX-05 BEY-22 a receipt requested before the withdrawal’s status is known waits for it', async ({
  page,
  app,
  network,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '0.1' } });
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  const request = {
    amount: '0.01',
    cryptoAddress: BTC,
    paymentRouteId: 'btc-bitcoin',
    fee: '0.00005',
    password: who.password,
  };
  await describeTo(api, request, credential);
  await api.must(createWithdrawal, request, { credential, idempotencyKey: newKey() });
  await openSignedIn(page, who);
  await page.getByRole('link', { name: 'Transactions' }).click();
  const listed = page.getByRole('link', { name: /^Withdraw.*0\.01.*Not sent yet/ });
  await expect(listed).toBeVisible();
  await sandbox.withdrawal(who.email, 'auto');
  const held = await network.holdAnswers(getWithdrawal.path);
  await listed.click();
  await held.arrived;
  const save = page.getByRole('button', { name: 'Save receipt (PDF)' });
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  const [download] = await Promise.all([page.waitForEvent('download'), held.release()]);
  const [text = ''] = await pdfText(await readFile(await download.path()));
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /Status Sent, not arrived yet .*Network fee 0\.00005 BTC .*Transaction hash /,
  );
  await expect(save).not.toHaveAttribute('aria-busy');
});

test('D26 PWA-04 an asset’s price chart works by keyboard and as a table, and offline says what cannot load yet', async ({
  page,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const chart = page.getByRole('slider', { name: 'Bitcoin price' });
  await expect(chart).toBeVisible();
  const now = await chart.getAttribute('aria-valuetext');
  expect(now).toMatch(/ at \d{1,2}:\d\d\s[AP]M: /);
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).not.toHaveAttribute('aria-valuetext', now ?? '');
  await page.getByRole('button', { name: /^1Y/ }).click();
  await expect(chart).toHaveAttribute('aria-valuemax', /^36\d$/);
  await page.getByRole('button', { name: 'Table of the prices' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(
    Number(await chart.getAttribute('aria-valuemax')) + 2,
  );
  await expectAccessible(page);
  await network.cut();
  await expect(page.getByText(/^Offline/)).toBeVisible();
  await expect(chart).toBeVisible();
  await page.getByRole('button', { name: /^1M/ }).click();
  await expect(page.getByText(/The price chart will load/)).toBeVisible();
});

/** The cells of a CSV file, by column; none of these has a line break in it. */
function cellsOf(bytes: Uint8Array): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  const split = (line: string): readonly string[] =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    );
  const columns = split(head);
  return lines.map((line) =>
    Object.fromEntries(split(line).map((cell, at) => [columns[at] ?? '', cell])),
  );
}

test('HARD-16 HARD-14 a declined card payment is in the list, its own page and both exports with its reason', async ({
  page,
  app,
  sandbox,
  customer,
}) => {
  const account = await withProfile(app.url, await customer());
  await sandbox.deposit(account.email, 'BTC', '0.5');
  await sandbox.blocks(account.email, 50);
  await openSignedIn(page, account);
  await openTrade(page);
  await toCardForm(page, '150');
  await expect(page.getByText(/^Price held until .* unless the market moves/)).toBeVisible();
  await payWith(page, cards.declined);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: 'Transactions' }).click();
  const rows = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  const declined = rows.filter({ hasText: 'Buy Bitcoin' });
  await expect(declined).toContainText('AU$150.00');
  await expect(declined).toContainText('Declined');
  await expectAccessible(page);

  const records = cellsOf((await exported(page, 'CSV')).bytes);
  expect(records).toHaveLength(2);
  const [payment, deposit] = records;
  expect(payment).toMatchObject({
    Type: 'Buy',
    Status: 'Declined',
    'Received amount': '',
    'Sent amount': '',
    'Value currency': '',
  });
  expect(payment?.Note).toMatch(/^AU\$150\.00 for 0\.\d+ BTC\. The payment was declined\./);
  expect(deposit).toMatchObject({ 'Received amount': '0.5', Note: '' });
  const pdf = (await pdfText((await exported(page, 'PDF')).bytes)).join(' ').replace(/\s+/g, ' ');
  expect(pdf).toContain('The payment was declined.');
  expect(pdf).toMatch(/Transactions 1\b.*Card payments that bought nothing 1\b/);

  await declined.getByRole('link').click();
  const row = (label: string) => page.getByText(label, { exact: true }).locator('..');
  await expect(row('Reason')).toContainText('The payment was declined. Nothing was bought.');
  await expect(row('Card payment')).toContainText('AU$150.00');
  await expect(row('Transaction ID')).toContainText(payment?.['Transaction ID'] ?? 'none');
  await expect(page.getByRole('button', { name: 'Save receipt (PDF)' })).toHaveCount(0);
  await expectAccessible(page);
});
