import { expect, type Page } from '@playwright/test';
import { login } from '#core/contract/account/session.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const remove = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account' });

test('SEC-05 an account that holds too little to withdraw is closed once that is given up', async ({
  page,
  app,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { BTC: '0.0001', USDC: '5' } });
  await openSignedIn(page, account, '/profile/security');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delete account/ })
    .click();
  const sure = dialog(page).getByLabel(/I understand/);
  await sure.check();
  await dialog(page).getByLabel('Current password', { exact: true }).fill(account.password);
  await remove(page).click();
  const tooLittle = 'What your account still holds is too little to withdraw. You can give it up.';
  await expect(dialog(page).getByRole('alert')).toHaveText(tooLittle);
  const left = dialog(page).getByRole('list', { name: 'Too little to withdraw' });
  await expect(left.getByRole('listitem')).toHaveText([
    /^0\.0001\u00a0BTCAU\$\d+\.\d\d$/,
    /^5\u00a0USDCAU\$\d\.\d\d$/,
  ]);
  await expect(dialog(page).getByText('Tick both boxes first.')).toBeVisible();
  await expectAccessible(page);
  const giveUp = dialog(page).getByLabel(/I give this up/);
  await giveUp.check();
  // More has come in meanwhile: it is not what was agreed to.
  await sandbox.deposit(account.email, 'XRP', '1');
  await remove(page).click();
  await expect(left).toContainText('1\u00a0XRP');
  await expect(giveUp).not.toBeChecked();
  await expect(sure).toBeChecked();
  await giveUp.check();
  await remove(page).click();
  await expect(dialog(page).getByText('Account has been successfully deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect((await new ApiClient(app.url).call(login, account)).ok).toBe(false);
});
