import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { isolatedTest, openSignedIn, test } from '#tests/support/e2e.ts';

test('EASE-21 on a phone, a deposit made at /sandbox shows in the customer’s wallet', async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { ETH: '2' } });
  await page.goto(`/sandbox?customer=${encodeURIComponent(account.email)}`);
  const who = page.getByRole('region', { name: 'Customer' });
  await expect(who.getByLabel('To whom it happens')).toHaveValue(account.email);
  await expect(who).toContainText('2 ETH');
  const deposits = page.getByRole('region', { name: 'Deposits', exact: true });
  await deposits.getByLabel('Asset and network').selectOption('SOL on Solana');
  await deposits.getByLabel('Amount').fill('1.25');
  await deposits.getByRole('button', { name: 'Deposit', exact: true }).click();
  const told = page.getByRole('status');
  await expect(told).toHaveText(`1.25 SOL came on Solana to ${account.email}: credited.`);
  await expect(who).toContainText('1.25 SOL');
  await page.getByRole('region', { name: 'Inbox' }).getByText('Your deposit').first().click();
  await expectAccessibleInBothThemes(page);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);

  await openSignedIn(page, account);
  await expect(page.getByRole('link', { name: 'SOL' })).toContainText('1.25\u00a0SOL');
});

isolatedTest.describe('without JavaScript', () => {
  isolatedTest.use({ javaScriptEnabled: false });

  isolatedTest(
    'EASE-21 a party is brought down and everything back to normal with ordinary forms',
    async ({ page }) => {
      await page.goto('/sandbox');
      const market = page.getByRole('form', { name: 'Market prices' });
      await market.getByRole('button', { name: 'Down' }).click();
      await expect(page.getByRole('status')).toHaveText('Market prices: down from now on.');
      await expect(market.getByText('down', { exact: true })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Prices', exact: true })).toContainText(
        'no price',
      );
      await page.getByRole('button', { name: 'Back to normal', exact: true }).click();
      await expect(page.getByRole('status')).toContainText('Everything is back to normal');
      await expect(market.getByText('down', { exact: true })).toHaveCount(0);
    },
  );
});
