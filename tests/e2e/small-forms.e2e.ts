import { expect } from '@playwright/test';
import { appRuns, openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { pay } from './trade-page.ts';
import { addressField, amountField, BTC, openWithdraw } from './withdraw-page.ts';

test('HARD-36 a long paste that is cut says so, and a dialog’s first field has the focus', async ({
  page,
  context,
  customer,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, await customer(), '/profile/account');
  const city = page.getByLabel('City');
  const cut = page.getByText('Only the first 100 characters fit. The rest is left out.');
  await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(10_000)));
  await city.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(city).toHaveValue('x'.repeat(100));
  await expect(cut).toBeVisible();
  // What fits is not remarked on.
  await page.evaluate(() => navigator.clipboard.writeText('Sydney'));
  await city.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(city).toHaveValue('Sydney');
  await expect(cut).toHaveCount(0);

  await page.goto('/profile/addressBook');
  await page.getByRole('button', { name: 'Add new crypto address' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
});

test('HARD-23 a link to buy, swap or withdraw opens with its asset, and a reload keeps it', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { SOL: '2' } }));
  await page.getByRole('link', { name: /^Solana/ }).click();
  const actions = page.getByRole('navigation', { name: 'Actions' });
  await actions.getByRole('link', { name: 'Buy' }).click();
  const buy = page.getByRole('button', { name: 'Buy Solana' });
  await expect(buy).toBeVisible();
  await page.reload();
  await expect(buy).toBeVisible();
  // Both ends of the card limits are told while typing.
  await pay(page).fill('0.5');
  await expect(page.getByText(/^Card purchases can be from /)).toBeVisible();
  await expect(buy).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await actions.getByRole('link', { name: 'Swap' }).click();
  await expect(page.getByText(/^I have 2.SOL$/)).toBeVisible();
  await page.goBack();
  await actions.getByRole('link', { name: 'Withdraw' }).click();
  await expect(page.getByRole('heading', { name: 'Withdraw to Solana' })).toBeVisible();
  await amountField(page).fill('3');
  await page.getByRole('link', { name: 'Buy SOL' }).click();
  await expect(buy).toBeVisible();
});

test('HARD-27 a page that reports something done leads on when it is opened by itself', async ({
  page,
  customer,
}) => {
  await page.goto('/reset-password/success');
  await appRuns(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(page, await customer({ balances: { BTC: '0.1' } }));
  for (const address of ['/reset-password/success', '/success', '/decline']) {
    await page.goto(address);
    await expect(page).toHaveURL('/wallet');
  }
  // A payment link that an input event brings, without a paste, is understood as one that is pasted.
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(`bitcoin:${BTC}?amount=0.01`);
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.01');
});
