import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { addressField, amountField, BTC, openWithdraw, withdrawButton } from './withdraw-page.ts';

test('LIVE-08 the check-up says how safe the account is, and “address book only” keeps others out', async ({
  page,
  customer,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, who);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: /^Security check-up/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security check-up' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('1 of 5 protections are in place.');
  await expectAccessible(page);

  await main.getByRole('button', { name: /^Address book only.*Improve/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toContainText('Withdrawals go to your saved recipients alone');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(main).toContainText('2 of 5 protections are in place.');

  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.1');
  await withdrawButton(page).click();
  await expect(page.getByRole('alert')).toContainText('this recipient is not in your address book');
});
