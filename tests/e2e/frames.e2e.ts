import { expect, type Page } from '@playwright/test';
import { administrator, demo } from '#tests/support/accounts.ts';
import { appRuns, openSignedIn, test } from '#tests/support/e2e.ts';

/** The pages of a customer but the wallet, and their titles as they are on a phone. */
const pages = {
  '/assets/send': 'Select asset to send',
  '/assets/receive': 'Select asset to receive',
  '/swap': 'Swap',
  '/buy-sell': 'Buy or sell',
  '/transactions': 'Transaction History',
  '/profile/mobile': 'Profile',
  '/profile/account': 'Account',
  '/profile/security': 'Security',
  '/help': 'Help',
} as const;

const placeOf = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).boundingBox();

test('EASE-10 before any script has run, each page of a customer has its frame, title and navigation, and they stay', async ({
  page,
  network,
}) => {
  await openSignedIn(page, demo.customer);
  await expect(page.getByTestId('total')).toBeVisible();
  const release = await network.holdScripts();
  for (const [path, title] of Object.entries(pages)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link')).toHaveText(['Wallet', 'Transactions', 'Profile']);
    expect(await page.evaluate(() => document.documentElement.dataset.app)).toBeUndefined();
    await expect(page.locator('[aria-busy]')).toBeVisible();
  }
  await page.goto('/swap', { waitUntil: 'domcontentloaded' });
  const before = await placeOf(page, 'Swap');
  release();
  await expect(page.getByRole('textbox', { name: /^I have/ })).toBeVisible();
  expect(await placeOf(page, 'Swap')).toEqual(before);
});

/** What pages say that needs neither their code nor their data. */
const openings = {
  '/waiting': 'Everything of yours that is held or on its way',
  '/cash/out': 'Send cash to a bank account in your own name',
  '/swap': 'The rate is fixed for ten seconds by our clock',
  '/help': 'Say what happened and what you expected',
  '/profile/security': 'How you sign in',
  '/transaction-detail': 'Transaction not found',
} as const;

test('EASE-10 what a page says without data stands in its frame, and its files are asked for before the app runs', async ({
  page,
  network,
}) => {
  await openSignedIn(page, demo.customer);
  await expect(page.getByTestId('total')).toBeVisible();
  const release = await network.holdScripts();
  for (const [path, text] of Object.entries(openings)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('main')).toContainText(text);
    expect(await page.evaluate(() => document.documentElement.dataset.app)).toBeUndefined();
  }
  // Pages differ in what the shell puts in: a frame for each made it twice as long.
  expect(await page.locator('template[id^="frame-"]').count()).toBeLessThan(8);
  await page.goto('/swap', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('link[rel="modulepreload"][href*="/conversion-"]')).toHaveCount(1);
  await expect(page.locator('link[rel="preload"][href*="/conversion-"]')).toHaveCount(1);
  release();
  await expect(page.getByRole('textbox', { name: /^I have/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(openings['/swap']);
});

test('EASE-10 an administrator’s pages have frames with their own navigation, and no customer’s page has one for them', async ({
  page,
  app,
  network,
}) => {
  await openSignedIn(page, await administrator(app.url), '/admin-transactions-history');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const release = await network.holdScripts();
  await page.goto('/admin/transaction-history', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('main')).toContainText('The transactions of one merchant');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Transactions', 'Profile']);
  await expect(bar.getByRole('link', { name: 'Transactions' })).toHaveAttribute(
    'href',
    '/admin-transactions-history',
  );
  await page.goto('/swap', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#root')).toBeHidden();
  release();
  await expect(page).toHaveURL('/admin-transactions-history');
});

test('EASE-10 whoever is not a customer gets no frame of one', async ({ page, network }) => {
  await network.holdScripts();
  await page.goto('/swap', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Swap' })).toHaveCount(0);
});

test('EASE-10 offline, the frame says so from the first picture on', async ({ page, network }) => {
  await openSignedIn(page, demo.customer);
  await expect(page.getByTestId('total')).toBeVisible();
  await network.holdScripts();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
  });
  await page.goto('/swap', { waitUntil: 'domcontentloaded' });
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /offline/i })
      .first(),
  ).toBeVisible();
});

test('EASE-10 a button that the app replaces under a finger is pressed all the same, unless the finger leaves it', async ({
  page,
  network,
}) => {
  await openSignedIn(page, demo.customer);
  await expect(page.getByTestId('total')).toBeVisible();
  const release = await network.holdScripts();
  await page.goto('/swap', { waitUntil: 'domcontentloaded' });
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await back.hover();
  await page.mouse.down();
  release();
  await appRuns(page);
  await page.mouse.up();
  await expect(page).toHaveURL('/wallet');

  await page.goto('/swap');
  await appRuns(page);
  await back.hover();
  await page.mouse.down();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: /^I have/ })).toBeVisible();
  await expect(page).toHaveURL('/swap');
});
