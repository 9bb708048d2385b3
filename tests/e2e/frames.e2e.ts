import { expect, type Page } from '@playwright/test';
import { demo } from '#tests/support/accounts.ts';
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
