import { expect, type Page } from '@playwright/test';
import { getPortfolioHistory } from '#core/contract/wallet/portfolio.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { type Account, demo } from '#tests/support/accounts.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Value over time' });
const opener = (page: Page) => page.getByRole('button', { name: /, value over time$/ });
const chart = (page: Page) => section(page).getByRole('slider', { name: 'Value of everything' });
/** The line itself, above the layers of the sand; a hill stands for it before it is known. */
const ridge = (page: Page) => section(page).locator('[data-ridge]');
const openWallet = (page: Page, account: Account): Promise<void> => openSignedIn(page, account);
const drawn = (page: Page) => expect(ridge(page)).toBeVisible();

test('INS-01 EASE-18 the wallet shows what everything was worth over time, by keyboard, as a table', {
  tag: '@core',
}, async ({ page }) => {
  await openWallet(page, demo.customer);
  await drawn(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(chart(page)).toBeVisible();
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(opener(page)).toBeFocused();
  const last = await chart(page).getAttribute('aria-valuetext');
  expect(last).toMatch(/: AU\$[\d,]+\.\d\d$/);
  await chart(page).focus();
  await page.keyboard.press('Home');
  await expect(chart(page)).toHaveAttribute('aria-valuenow', '0');
  await expect(chart(page)).not.toHaveAttribute('aria-valuetext', last ?? '');
  await section(page).getByRole('button', { name: '1W' }).click();
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '167');
  await section(page).getByRole('button', { name: '1Y' }).click();
  await section(page)
    .getByRole('button', { name: /^Table/ })
    .click();
  const rows = section(page).getByRole('row');
  const points = Number(await chart(page).getAttribute('aria-valuemax')) + 1;
  expect(points).toBeGreaterThan(300);
  await expect(rows).toHaveCount(points + 1);
  await expectAccessibleInBothThemes(page);
  // The dune is drawn over the period that was chosen.
  await opener(page).click();
  await expect(chart(page)).toBeHidden();
  await expect(opener(page)).toContainText('1 year');
  await drawn(page);
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('INS-01 without a connection the chart is that of the last visit, and says of when', async ({
    page,
    network,
  }) => {
    const answered = page.waitForResponse(`**${getPortfolioHistory.path}`);
    await openWallet(page, demo.customer);
    await answered;
    await opener(page).click();
    await expect(chart(page)).toBeVisible();
    const last = await chart(page).getAttribute('aria-valuetext');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await network.cut();
    await page.reload();
    await drawn(page);
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(/at .*(AM|PM)/);
    await opener(page).click();
    await expect(chart(page)).toHaveAttribute('aria-valuetext', last ?? '');
    await expect(section(page)).toContainText(/From .*(AM|PM)\./);
    await expectAccessible(page);
  });
});

test('EASE-08 EYE-12 what happened last stands beside the assets on a desk and below them on a tablet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openWallet(page, demo.customer);
  const recent = page.getByRole('region', { name: 'Recent activity' });
  await expect(recent.getByRole('listitem')).toHaveCount(5);
  const [list, beside] = await Promise.all([
    page.getByRole('region', { name: 'Assets' }).boundingBox(),
    recent.boundingBox(),
  ]);
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan(beside?.x ?? 0);
  await expectAccessibleInBothThemes(page);
  await recent.getByRole('link').nth(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction Details');
  await page.goBack();
  await expect(recent).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  const [above, below] = await Promise.all([
    page.getByRole('region', { name: 'Assets' }).boundingBox(),
    recent.boundingBox(),
  ]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 767, height: 1024 });
  await expect(recent).toHaveCount(0);
});

test('BEY-20 EASE-18 hidden balances hide the dune and its chart', async ({ page }) => {
  await openWallet(page, demo.customer);
  await drawn(page);
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(ridge(page)).toHaveCount(0);
  await opener(page).click();
  await expect(section(page)).toContainText('Your balances are hidden.');
  await expect(section(page)).not.toContainText('AU$');
});

test('EASE-18 EYE-03 a customer without money has flat ground, and behind it no chart yet', async ({
  page,
  customer,
}) => {
  const answered = page.waitForResponse(`**${getPortfolioHistory.path}`);
  await openWallet(page, await customer());
  await answered;
  await expect(ridge(page)).toHaveCount(0);
  await opener(page).click();
  await expect(section(page)).toContainText('There is no past to show for this period yet.');
  await expectAccessible(page);
});

test('INS-01 a chart whose answer was lost says so, and comes by itself with the connection', async ({
  page,
  network,
}) => {
  const restore = await network.loseAnswers(getPortfolioHistory.path);
  await openWallet(page, demo.customer);
  await opener(page).click();
  await expect(section(page)).toContainText('The chart will load when the connection is back.');
  await restore();
  await expect(chart(page)).toBeVisible();
});
