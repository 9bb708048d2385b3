import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { datesButton, filterHistory } from '#tests/support/history-filter.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const rows = (page: Page) => results(page).getByRole('listitem');

/** Waits until as many rows are drawn as the page says that there are. */
async function drawnWhole(page: Page): Promise<void> {
  const told = await page.getByText(/^The newest \d+ transactions$/).textContent();
  await expect(rows(page)).toHaveCount(Number(told?.match(/\d+/)?.[0]));
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search transactions' });

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

test('INS-04 EYE-04 days are chosen in the sheet, for what is on no page that was loaded, and the export has them', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  for (let newer = 0; newer < 100; newer++) await sandbox.deposit(who.email, 'USDC', '5');
  await openSignedIn(page, who, '/transactions');
  await expect(page.getByText('The newest 100 transactions')).toBeVisible();
  const chooseDays = async (from: string, until: string): Promise<void> => {
    await datesButton(page).click();
    const sheet = page.getByRole('dialog', { name: 'Dates' });
    await sheet.getByLabel('From').fill(from);
    await sheet.getByLabel('To', { exact: true }).fill(until);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: /^Show/ }).click();
  };
  await chooseDays('2020-02-29', '2020-03-01');
  await expect(page.getByText('0 transactions found')).toBeVisible();
  await expect(datesButton(page)).toContainText('Feb 29 – Mar 1, 2020');
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
  await datesButton(page).click();
  await expect(page.getByRole('dialog').getByLabel('From')).toHaveValue('');
});
