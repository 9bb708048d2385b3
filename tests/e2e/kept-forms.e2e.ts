import { expect } from '@playwright/test';
import { appRuns, openSignedIn, test } from '#tests/support/e2e.ts';
import { draft, drafts, keptOnDevice } from './kept-drafts.ts';
import { amountField as swapAmount } from './swap-page.ts';
import { buyButton, pay } from './trade-page.ts';
import {
  addressField,
  amountField,
  BTC,
  confirm,
  openWithdraw,
  withdrawButton,
} from './withdraw-page.ts';

test('HARD-11 a reload keeps what was typed, and what was sent is not offered again', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: 'Swap' }).click();
  await swapAmount(page).fill('0.02');
  await keptOnDevice(page, 'swap');
  await page.reload();
  await expect(swapAmount(page)).toHaveValue('0.02');

  await page.goto('/buy-sell');
  await pay(page).fill('70');
  await keptOnDevice(page, 'purchase');
  await page.reload();
  await expect(pay(page)).toHaveValue('70');
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false');

  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await keptOnDevice(page, 'withdrawal');
  const withAddress = await draft(page, 'withdrawal');
  await amountField(page).fill('0.01');
  await expect.poll(() => draft(page, 'withdrawal')).not.toBe(withAddress);
  await page.reload();
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.01');
  await withdrawButton(page).click();
  await confirm(page);
  await expect(page.getByText('You withdraw 0.01 BTC')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/wallet');
  await page.goBack();
  await expect(amountField(page)).toHaveValue('');
  await page.reload();
  await expect(amountField(page)).toHaveValue('');
  await expect(addressField(page)).toHaveValue('');

  await page.goto('/profile/addressBook');
  await page.getByRole('button', { name: 'Add new crypto address' }).click();
  await page.getByLabel('Label').fill('Cold storage');
  await keptOnDevice(page, 'crypto-address');
  await page.reload();
  await expect(page.getByLabel('Label')).toHaveValue('Cold storage');
  await page.getByRole('button', { name: 'Close' }).click();
  // The same moment: the device need not have removed it yet.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add new crypto address' })).toBeVisible();
  await expect(page.getByLabel('Label')).toHaveCount(0);

  await expect
    .poll(async () => (await drafts(page)).some((key) => key.endsWith('crypto-address')))
    .toBe(false);
  // What was left by a step elsewhere is still sealed on the device, until its owner signs out.
  expect(await drafts(page)).toHaveLength(2);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => drafts(page)).toEqual([]);
});

test('HARD-36 nothing typed to sign up is lost to the other tab or to a legal page', async ({
  page,
}) => {
  await page.goto('/');
  await appRuns(page);
  const panel = page.getByRole('tabpanel');
  const signInTab = page.getByRole('tab', { name: 'Sign In' });
  const signUpTab = page.getByRole('tab', { name: 'Create Account' });
  await panel.getByLabel('Email').fill('ann@kopa.test');
  await panel.getByLabel('Password', { exact: true }).fill('Old-2026!');
  await signUpTab.click();
  await expect(panel.getByLabel('Email')).toHaveValue('ann@kopa.test');
  await panel.getByLabel('First name').fill('Ann');
  await panel.getByLabel('Email').fill('ann.lee@kopa.test');
  await panel.getByLabel('Password', { exact: true }).fill('New-2026!');
  await panel.getByLabel('Date of birth').pressSequentially('19900228');
  await signInTab.click();
  await expect(panel.getByLabel('Email')).toHaveValue('ann.lee@kopa.test');
  await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('Old-2026!');
  await signUpTab.click();
  await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('New-2026!');

  const isThere = async (): Promise<void> => {
    await expect(signUpTab).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByLabel('First name')).toHaveValue('Ann');
    await expect(panel.getByLabel('Email')).toHaveValue('ann.lee@kopa.test');
    await expect(panel.getByLabel('Date of birth')).toHaveValue('1990-02-28');
  };
  await panel.getByRole('link', { name: 'privacy policy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
  await page.goBack();
  await isThere();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' }).click();
  await page.getByRole('link', { name: /^Back to/ }).click();
  await isThere();
  await page.reload();
  await isThere();
  // The password was never on the device.
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('2026!');
});
