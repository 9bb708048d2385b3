import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const said = (page: Page, region: string) => page.getByRole('region', { name: region });
const row = (page: Page, name: string) => said(page, 'Assets').getByRole('link', { name });

for (const [size, width] of [
  ['a phone', 390],
  ['a desk', 1280],
] as const) {
  test(`EASE-12 on ${size} each row of the wallet names price, balance and value, and searching says the count`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, await customer({ balances: { BTC: '0.5', ETH: '2' } }));
    await expect(row(page, 'Bitcoin')).toHaveAccessibleName(
      /^Bitcoin( BTC)? Price AU\$[\d,.]+ (up|down)? ?[\d.]+% in 24 hours Balance 0\.5 BTC Value AU\$[\d,.]+$/,
    );
    const count = said(page, 'Assets').getByRole('status');
    // There before it has anything to say, and still while the list is as it came.
    await expect(count).toHaveText('');
    await page.getByLabel('Search assets').fill('usd');
    await expect(count).toHaveText('2 assets found');
    await page.getByLabel('Search assets').fill('bitc');
    await expect(count).toHaveText('1 asset found');
    await page.getByLabel('Search assets').fill('bitcoinx');
    await expect(count).toHaveText('0 assets found');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(count).toHaveText('');
    await page.getByLabel('With Balance').check();
    await expect(count).toHaveText('2 assets found');
    await page.getByRole('button', { name: /hide/i }).click();
    await expect(row(page, 'Bitcoin')).toHaveAccessibleName(/Balance hidden BTC Value hidden$/);
  });
}

test('EASE-12 toasts are spoken from two regions that were there before them', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/receive?asset=BTC');
  const polite = page.locator('.toasts > [aria-live="polite"]');
  await expect(polite).toBeAttached();
  await expect(page.locator('.toasts > [aria-live="assertive"]')).toBeAttached();
  // An element that is not drawn, or hidden, is no region for a screen reader.
  expect(await polite.evaluate((one) => one.checkVisibility())).toBe(true);
});

test('EASE-12 a form sent empty says one thing, and its first wrong field has the focus', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await expect(page).toHaveTitle(/^Create account · /);
  await expect(page.getByRole('main', { name: 'Create account' })).toBeVisible();
  const panel = page.getByRole('tabpanel', { name: 'Create Account' });
  await panel.getByRole('button', { name: 'Create Account' }).press('Enter');
  expect(await panel.locator('[aria-invalid="true"]').count()).toBeGreaterThan(1);
  await expect(panel.getByRole('alert')).toHaveCount(1);
  await expect(panel.locator('[aria-invalid="true"]').first()).toBeFocused();
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page).toHaveTitle(/^Sign in · /);
});
