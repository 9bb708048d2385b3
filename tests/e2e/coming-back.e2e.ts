import { expect } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { amountField as swapAmount } from './swap-page.ts';
import { buyButton, pay } from './trade-page.ts';
import { addressField, amountField, BTC, openWithdraw, withdrawButton } from './withdraw-page.ts';

test('going back restores a form as it was left, and following a link to it starts afresh', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1' } }));
  const away = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Transactions' }).last().click();
    await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  };

  await page.getByRole('link', { name: 'Buy/Sell' }).click();
  await pay(page).fill('70');
  await away();
  await page.goBack();
  await expect(pay(page)).toHaveValue('70');
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false');
  // Going back also restores which side, Buy or Sell, was open.
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await swapAmount(page).fill('0.02');
  await away();
  await page.goBack();
  await expect(swapAmount(page)).toHaveValue('0.02');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/wallet');
  await page.goForward();
  await expect(swapAmount(page)).toHaveValue('0.02');
  await page.getByRole('link', { name: 'Wallet' }).last().click();
  await page.getByRole('link', { name: 'Buy/Sell' }).click();
  await expect(pay(page)).toHaveValue('');

  await page.getByRole('link', { name: 'Wallet' }).last().click();
  await page.getByRole('link', { name: 'Swap' }).click();
  await swapAmount(page).fill('0.03');
  await away();
  await page.goBack();
  await expect(swapAmount(page)).toHaveValue('0.03');

  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await away();
  await page.goBack();
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.01');
  await expect(withdrawButton(page)).toBeEnabled();
  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await expect(addressField(page)).toHaveValue('');
});
