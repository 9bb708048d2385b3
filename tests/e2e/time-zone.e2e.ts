import { expect, type Page } from '@playwright/test';
import { signIn, test } from '#tests/support/e2e.ts';

const row = (page: Page) =>
  page.getByRole('region', { name: 'Results' }).getByRole('listitem').first();

test('HARD-43 dates follow the device’s zone of today, or the chosen one, which they name', async ({
  page,
  context,
  app,
  browser,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  const answered = page.waitForResponse('**/transaction-history');
  await page.goto('/transactions');
  await answered;
  const shown = (await row(page).textContent()) ?? '';
  expect(shown).not.toContain('(');

  // The same device, signed in for weeks, has been taken to Vilnius.
  const abroad = await browser.newContext({
    baseURL: app.url,
    storageState: await context.storageState(),
    timezoneId: 'Europe/Vilnius',
    serviceWorkers: 'block',
  });
  const there = await abroad.newPage();
  await there.goto('/transactions');
  const [, clock = ''] = /at (\d+:\d\d\s[AP]M)/.exec(shown) ?? [];
  await expect(row(there)).toContainText(/at \d+:\d\d\s[AP]M/);
  await expect(row(there)).not.toContainText(`at ${clock}`);
  await expect(row(there)).not.toContainText('(');

  await there.goto('/profile/account');
  const fact = there.locator('dl > div').filter({ hasText: 'Time Zone' }).locator('dd');
  await expect(fact).toHaveText('Europe/Vilnius');
  const choice = there.getByLabel('Time zone for dates');
  await expect(choice.locator('option').first()).toHaveText('This device’s (Europe/Vilnius)');
  await choice.selectOption('Australia/Sydney');
  await expect(fact).toHaveText('Australia/Sydney');
  await there.goto('/transactions');
  await expect(row(there)).toContainText(`at ${clock} (Sydney)`);

  await there.goto('/profile/account');
  await choice.selectOption({ index: 0 });
  await expect(fact).toHaveText('Europe/Vilnius');
  await abroad.close();
});
