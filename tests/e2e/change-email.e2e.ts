import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  confirmEmailChange,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import { login } from '#core/contract/account/session.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const fresh = (): string => `new-${randomBytes(6).toString('hex')}@kopa.test`;
const row = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Email address/ });

async function askForCode(page: Page, email: string, password: string): Promise<void> {
  await dialog(page).getByLabel('New email address').fill(email);
  await dialog(page).getByLabel('Current password', { exact: true }).fill(password);
  await press(page, 'Send code');
}

test('BEY-14 the email address is changed with the password and the code sent to the new one', {
  tag: '@core',
}, async ({ page, app, customer, sandbox }) => {
  const account = await customer();
  const email = fresh();
  await openSignedIn(page, account, '/profile/security');
  await expect(row(page)).toContainText(account.email);
  await row(page).click();
  await expect(dialog(page).getByText(/withdrawals are held for 24 hours/)).toBeVisible();
  await expectAccessible(page);
  // What is wrong stands beside its field, and what was typed stays.
  await askForCode(page, 'nobody', account.password);
  await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible();
  await expect(dialog(page).getByLabel('New email address')).toBeFocused();
  await askForCode(page, email, 'Wrong-2026!');
  await expect(dialog(page).getByText('Current password is incorrect')).toBeVisible();
  await expect(dialog(page).getByLabel('New email address')).toHaveValue(email);
  await askForCode(page, email, account.password);
  await expect(dialog(page).getByText(`Enter the code we sent to ${email}.`)).toBeVisible();
  await expectAccessible(page);
  const code = dialog(page).getByLabel('Verification code');
  await code.fill('000000');
  await press(page, 'Change email address');
  await expect(dialog(page).getByText('Invalid verification code')).toBeVisible();
  await code.fill(await sandbox.code(email));
  await press(page, 'Change email address');
  await expect(dialog(page).getByText('Your email address has been changed')).toBeVisible();
  await press(page, 'Done');
  await expect(row(page)).toContainText(email);
  await expect(
    page.getByText(/Withdrawals are held because your email address was changed\./),
  ).toBeVisible();
  await page.goto('/profile/account');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  const api = new ApiClient(app.url);
  expect((await api.call(login, account)).ok).toBe(false);
  expect((await api.call(login, { ...account, email })).ok).toBe(true);
});

test('BEY-14 BEY-10 with 2FA on, the dialog asks for its code as well', async ({
  page,
  app,
  customer,
}) => {
  const account = await customer();
  const api = new ApiClient(app.url);
  const credential = await api.signIn(account.email, account.password);
  const { data } = await api.must(generateTwoFactorSecret, {}, { credential });
  const totp = new TOTP({ secret: data.base32 });
  const turnOn = () => {
    const given = { security_key: data.base32, otp: totp.generate(), password: account.password };
    return api.must(enableTwoFactor, given, { credential });
  };
  // A code may expire on its way to the server; the next one is sent then.
  const [code = ''] = (await turnOn().catch(turnOn)).data.recoveryCodes;
  await openSignedIn(page, { ...account, code });
  await page.goto('/profile/security');
  await row(page).click();
  await askForCode(page, fresh(), account.password);
  await expect(dialog(page).getByText('Please enter verification code')).toBeVisible();
  const otp = dialog(page).getByLabel('Code from your authenticator app');
  await expect(otp).toBeFocused();
  await otp.fill('000000');
  await press(page, 'Send code');
  await expect(dialog(page).getByText('Invalid verification code')).toBeVisible();
  await expectAccessible(page);
});

test('HARD-24 HARD-42 BEY-14 neither a closed dialog, a reload nor a lost answer loses the step', async ({
  page,
  network,
  customer,
  sandbox,
}) => {
  const account = await customer();
  const email = fresh();
  await openSignedIn(page, account, '/profile/security');
  await row(page).click();
  await network.loseAnswers(requestEmailChange.path);
  await network.loseAnswers(confirmEmailChange.path);
  await askForCode(page, email, account.password);
  await expect(dialog(page).getByText(`Enter the code we sent to ${email}.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page)).toContainText(`Waiting for the code sent to ${email}`);
  await page.reload();
  await row(page).click();
  await dialog(page)
    .getByLabel('Verification code')
    .fill(await sandbox.code(email));
  await press(page, 'Change email address');
  await expect(dialog(page).getByText('Your email address has been changed')).toBeVisible();
  await press(page, 'Done');
  await expect(row(page)).toContainText(email);
});
