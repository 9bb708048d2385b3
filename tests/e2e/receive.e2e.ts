import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** The worker has the shell and, after one more answer through it, the last balances. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
}

test('WAL-07 the pickers list, search and hand the asset on; offline from the snapshot', async ({
  page,
  network,
  customer,
}) => {
  // Without a session nothing is asked for.
  await page.goto('/assets/receive');
  await expect(page).toHaveURL(/\/$/);
  expect(network.sent('/exchange/get-wallet-list')).toBe(0);

  // Signing in leads to where one wanted to go.
  await signIn(page, await customer({ balances: { ETH: '2.105' } }), '/assets/receive');
  await page.goto('/assets/send');
  await expect(page.getByRole('heading', { name: 'Select asset to send' })).toBeVisible();
  await expect(rows(page)).toHaveCount(7);
  await expect(rows(page).first()).toContainText('Ethereum');
  await expect(rows(page).first()).toContainText('2.105 ETH');
  await expect(rows(page).first()).toContainText('AU$');
  await expectAccessible(page);

  await page.goto('/assets/receive');
  await expect(page.getByRole('heading', { name: 'Select asset to receive' })).toBeVisible();
  await kept(page);
  await expect(rows(page)).toHaveCount(7);
  const search = page.getByRole('searchbox', { name: 'Search asset' });
  await search.fill('nothing like it');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows(page)).toHaveCount(7);

  await network.cut();
  await page.reload();
  await expect(rows(page)).toHaveCount(7);
  await search.fill('eth');
  // Tether has it in its name too.
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/receive$/);
  const state: unknown = await page.evaluate(() => history.state);
  expect(state).toMatchObject({
    formattedBalance: '2.105\u00a0ETH',
    rawBalance: '2.105',
    formattedValue: expect.stringMatching(/^AU\$/),
    rawValue: expect.stringMatching(/^\d+\.\d+$/),
    convertedValue: expect.stringMatching(/^\d+\.\d+$/),
    userCurrency: 'AUD',
    isUSD: false,
    precision: 8,
    currencyInfo: { displayName: 'Ethereum', symbol: 'ETH', image: '/coins/eth.svg', precision: 8 },
    mode: 'receive',
    timestamp: expect.stringMatching(/Z$/),
  });
});

test('WAL-07 without rates the pickers say so and Retry mends it', async ({
  page,
  context,
  customer,
}) => {
  await context.route('**/api/forex*', (route) => route.abort('connectionreset'));
  await signIn(page, await customer({ balances: { ETH: '2' } }));
  await page.getByRole('link', { name: 'Deposit' }).click();
  const failed = page.getByText('Failed to load exchange rates. Please try again later.');
  await expect(failed).toBeVisible();
  await expect(rows(page).first()).toContainText('2 ETH');
  await expect(rows(page).first()).not.toContainText('0.00');
  await context.unroute('**/api/forex*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page).first()).toContainText('AU$');
  await expect(failed).toHaveCount(0);
});
