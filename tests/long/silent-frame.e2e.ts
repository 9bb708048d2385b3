import { expect } from '@playwright/test';
import { cardForm, openTrade, pay, withProfile } from '#tests/e2e/trade-page.ts';
import { signIn, test } from '#tests/support/e2e.ts';

test('BUY-05 BUY-08 a payment page that never answers is given up, tried again, and left: nothing is bought, and that is told', async ({
  page,
  context,
  app,
  customer,
}) => {
  await signIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  const silent = Promise.withResolvers<void>();
  await context.route('**/sandbox/pay/**', async (route) => {
    await silent.promise;
    await route.continue();
  });
  await pay(page).fill('20');
  await page.getByRole('button', { name: 'Buy Bitcoin' }).click();
  await expect(page.getByText('Initializing payment...')).toBeVisible();
  await expect(page.getByText('Failed to load payment form. Please try again.')).toBeVisible({
    timeout: 60_000,
  });
  silent.resolve();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cardForm(page).getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const panel = page.getByRole('region', { name: 'Payment Result' });
  await expect(panel.getByText('Status', { exact: true }).locator('..')).toContainText('Pending');
  await expect(panel.getByText('Transaction Saved').locator('..')).toContainText('No');
});
