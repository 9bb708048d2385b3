import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { BTC } from './withdraw-page.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const rows = (page: Page) => results(page).getByRole('listitem');

/** Waits until as many rows are drawn as the page says that there are. */
async function drawnWhole(page: Page): Promise<void> {
  const told = await page.getByText(/^The newest \d+ transactions$/).textContent();
  await expect(rows(page)).toHaveCount(Number(told?.match(/\d+/)?.[0]));
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search transactions' });

for (const width of [320, 390, 1280]) {
  test(`EASE-01 at ${width} px all rows are equally high, and a month’s name stays on top of them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openSignedIn(page, demo.customer, '/transactions');
    await drawnWhole(page);
    const heights = await rows(page).evaluateAll((all) => [
      ...new Set(all.slice(1, -1).map((row) => Math.round(row.getBoundingClientRect().height))),
    ]);
    // A line stands above each row but the first of a month.
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    const month = results(page).getByRole('heading', { level: 2 });
    await expect(month.first()).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
    const fourth = rows(page).nth(3);
    await fourth.evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY));
    await expect
      .poll(() =>
        page.evaluate(() => {
          const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
          return [...document.querySelectorAll('main h2')].some((name) => {
            const { top, bottom } = name.getBoundingClientRect();
            return top >= header - 1 && bottom < header + 80;
          });
        }),
      )
      .toBe(true);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
  });
}

test('TX-01 of a whole page, a screenful of rows is drawn first and the others a few at a time', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const drawn: number[] = [];
    Object.assign(globalThis, { drawn });
    // Called once after each of React's commits.
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      const rows = added.flatMap((node) =>
        node instanceof Element
          ? [node, ...node.querySelectorAll('*')].filter((one) => one.matches('main ul.rows > li'))
          : [],
      );
      if (rows.length > 0) drawn.push(new Set(rows).size);
    }).observe(document, { childList: true, subtree: true });
  });
  await openSignedIn(page, demo.customer, '/transactions');
  await drawnWhole(page);
  const [first = 0, ...others] = await page.evaluate(
    () => (globalThis as unknown as { readonly drawn: readonly number[] }).drawn,
  );
  expect(first).toBe(10);
  expect(Math.max(...others)).toBe(8);
});

test('EASE-01 a row has six digits and the value at its time, and a status only if it is not done', async ({
  page,
  app,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { XRP: '98765432.123456', BTC: '0.5' } });
  await sandbox.deposit(who.email, 'BTC', '0.00010001');
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  const sent = {
    amount: '0.05',
    cryptoAddress: BTC,
    paymentRouteId: 'btc-bitcoin',
    fee: '0.00005',
    password: who.password,
  };
  await describeTo(api, sent, credential);
  await api.must(createWithdrawal, sent, { credential, idempotencyKey: newKey() });
  await signIn(page, who);
  // The value is there once the server has written it down, a moment after the entry.
  await expect(async () => {
    await page.goto('/transactions');
    await expect(rows(page).filter({ hasText: '98.7654M\u00a0XRP' })).toContainText(
      /AU\$[\d,]+\.\d\d/,
      {
        timeout: 1_000,
      },
    );
  }).toPass();
  await expect(rows(page).filter({ hasText: '+0.00010001\u00a0BTC' })).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Pending');
  await expect(rows(page).filter({ hasText: /Deposited|Completed|Withdrawn/ })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^4 transactions$/ })).toBeVisible();
  await expectAccessible(page);
});

test('EASE-01 on a phone one line has the search and the filters, and the count is shown and spoken', {
  tag: '@core',
}, async ({ page, customer, sandbox }) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  await sandbox.deposit(who.email, 'SOL', '2');
  await openSignedIn(page, who, '/transactions');
  await expect(rows(page)).toHaveCount(2);
  const filter = page.getByRole('button', { name: /^Filter/ });
  const middles = await Promise.all(
    [search(page), filter].map(async (one) => {
      const box = await one.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    }),
  );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 99))).toBeLessThan(3);
  // The same element, so that what it says next is spoken.
  const count = await page
    .getByRole('status')
    .filter({ hasText: '2 transactions' })
    .elementHandle();
  await search(page).fill('solana');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => count?.textContent()).toBe('1 of 2 transactions');
  await filter.click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(sheet.getByRole('status')).toHaveText('0 of 2 transactions');
  await sheet.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Filter 1 chosen' })).toBeFocused();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(2);
});

test('EASE-01 going back finds the row again, with the focus and the search as they were', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  for (const amount of ['1', '2', '3']) await sandbox.deposit(who.email, 'SOL', amount);
  await openSignedIn(page, who, '/transactions');
  await search(page).fill('sol');
  await expect(rows(page)).toHaveCount(3);
  const second = rows(page).nth(1).getByRole('link');
  await second.click();
  await expect(page.getByText('Payment details')).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('sol');
  await expect(second).toBeFocused();
  await expect(second).toBeInViewport();
});

test('EASE-01 a search finds what is on no page that was loaded', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  for (let newer = 0; newer < 100; newer++) await sandbox.deposit(who.email, 'USDC', '5');
  await openSignedIn(page, who, '/transactions');
  await expect(page.getByText('The newest 100 transactions')).toBeVisible();
  await search(page).fill('bitcoin');
  await expect(page.getByText('1 transaction found')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('+0.5');
  await search(page).fill('');
  await filterHistory(page, 'Swap');
  await expect(page.getByText('0 transactions found')).toBeVisible();
});

test('INS-04 days are chosen in the sheet, for what is on no page that was loaded, and the export has them', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  for (let newer = 0; newer < 100; newer++) await sandbox.deposit(who.email, 'USDC', '5');
  await openSignedIn(page, who, '/transactions');
  await expect(page.getByText('The newest 100 transactions')).toBeVisible();
  const filter = page.getByRole('button', { name: /^Filter/ });
  const chooseDays = async (from: string, until: string): Promise<void> => {
    await filter.click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByLabel('From').fill(from);
    await sheet.getByLabel('To').fill(until);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Show', exact: true }).click();
  };
  await chooseDays('2020-02-29', '2020-03-01');
  await expect(page.getByText('0 transactions found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter 1 chosen' })).toBeVisible();
  await chooseDays('2020-02-29', '9998-12-31');
  await expect(page.getByText('The newest 100 transactions found')).toBeVisible();
  await search(page).fill('bitcoin 0.5');
  await expect(page.getByText('1 transaction found')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toContain('2020-02-29');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('0.5');
  // A period takes the place of the days.
  await filterHistory(page, 'Day');
  await expect(page.getByText('1 transaction found')).toBeVisible();
  await filter.click();
  await expect(page.getByRole('dialog').getByLabel('From')).toHaveValue('');
});
