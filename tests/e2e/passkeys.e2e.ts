import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { appRuns, signIn, test } from '#tests/support/e2e.ts';
import { phone } from '#tests/support/phone.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name });
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const typePassword = (page: Page): Promise<void> =>
  dialog(page).getByLabel('Current password', { exact: true }).fill(demo.customer.password);
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function signOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await appRuns(page);
  await page
    .getByRole('button', { name: /^(log|sign) out/i })
    .first()
    .click();
  await expect(withPasskey(page)).toBeVisible();
}

test('LIVE-03 a customer adds a passkey, is in again with one touch, renames it and removes it', {
  tag: '@core',
}, async ({ page, customer, sandbox }) => {
  const device = await phone(page);
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile/security');
  await row(page, /^Add a passkey/).click();
  await expectAccessible(page);
  await press(page, 'Continue');
  await expect(dialog(page).getByText('Current password is required')).toBeVisible();
  await typePassword(page);
  await press(page, 'Continue');
  await expect(dialog(page).getByText(/now signs you in/)).toBeVisible();
  expect(await device.passkeys()).toBe(1);
  await press(page, 'Done');
  await expect(row(page, /^Passkey Added/)).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await withPasskey(page).click();
  await page.waitForURL('**/wallet');

  await page.goto('/profile/security');
  await row(page, /^Passkey Last used/).click();
  await dialog(page).getByLabel('Name').fill('My phone');
  await typePassword(page);
  await press(page, 'Save name');
  await press(page, 'Done');
  await row(page, /^My phone/).click();
  await press(page, 'Remove this passkey');
  await typePassword(page);
  await press(page, 'Remove');
  await press(page, 'Done');
  await expect(row(page, /^My phone/)).toBeHidden();
  const told = (await sandbox.inbox(account.email)).map(({ subject }) => subject);
  expect(told).toEqual(
    expect.arrayContaining([
      'A passkey was added',
      'A passkey was renamed',
      'A passkey was removed',
    ]),
  );

  await signOut(page);
  await withPasskey(page).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByText(/not known here any more/).first()).toBeVisible();
});

test('LIVE-03 a passkey that waits in the e-mail field signs in', async ({ page, customer }) => {
  await phone(page);
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile/security');
  await row(page, /^Add a passkey/).click();
  await typePassword(page);
  await press(page, 'Continue');
  await press(page, 'Done');
  await signOut(page);
  const field = page.getByLabel('Email');
  await expect(field).toHaveAttribute('autocomplete', 'username webauthn');
  // The simulated phone takes the suggestion as soon as there is one.
  await field.focus();
  await page.waitForURL('**/wallet');
});

test('HARD-64 after a change of the password the page shows the passkey that was added, and removes it from there', async ({
  page,
  customer,
}) => {
  await phone(page);
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile/security');
  await row(page, /^Add a passkey/).click();
  await dialog(page).getByLabel('Current password', { exact: true }).fill(account.password);
  await press(page, 'Continue');
  await press(page, 'Done');

  const chosen = 'Another-demo-2026!';
  await row(page, /^Change password|^Password/).click();
  await dialog(page).getByLabel('Current password', { exact: true }).fill(account.password);
  await dialog(page).getByLabel('New password', { exact: true }).fill(chosen);
  await dialog(page).getByLabel('Confirm new password', { exact: true }).fill(chosen);
  await press(page, 'Change password');
  await expect(dialog(page).getByText('New since you last signed in')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Remove “Passkey”');
  await expect(page.getByRole('dialog', { name: 'Remove this passkey' })).toBeVisible();
  await dialog(page).getByLabel('Current password', { exact: true }).fill(chosen);
  await press(page, 'Remove');
  await press(page, 'Done');
  await expect(row(page, /^Passkey Added/)).toBeHidden();
});
