import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { toasts } from '#tests/support/toasts.ts';
import { endOnServer, signInAgain } from './session-end.ts';
import { amountField, main } from './swap-page.ts';

const UPDATE = '/users/update-profile';

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes', exact: true });
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

test('PROF-02 PROF-03 PWA-05 the account page shows the fixed details and saves changed ones', async ({
  page,
  customer,
  network,
}) => {
  const account = await customer();
  await openSignedIn(page, account, '/profile/account');
  for (const [name, value] of [
    ['First name', 'Test'],
    ['Last name', 'Customer'],
    ['Date of birth', '01/01/1990'],
    ['Email', account.email],
    ['Time Zone', 'Australia/Sydney'],
    ['Primary Market Currency', 'AUD'],
  ] as const) {
    await expect(fact(page, name)).toHaveText(value);
  }
  const city = page.getByLabel('City');
  await expect(save(page)).toBeDisabled();
  await city.fill('Vilnius');
  await expect(save(page)).toBeEnabled();
  await city.fill(' ');
  await expect(save(page)).toBeDisabled();
  await city.fill('Vilnius');
  await page.getByLabel('Address').fill('Gedimino pr. 1');
  await page.getByLabel('State/Province').fill('Vilniaus apskritis');
  await page.getByLabel('Postcode').fill('01103');
  await expectAccessible(page);

  // What was typed is still there when the customer comes back, with or without a connection.
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await expect(page).toHaveURL('/profile');
  await network.cut();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(city).toHaveValue('Vilnius');
  await expect(save(page)).toHaveAccessibleDescription(/^Saving needs a connection/);
  await city.press('Enter');
  expect(network.sent(UPDATE)).toBe(0);
  await network.restore();
  await expect(save(page)).toBeEnabled();

  const lost = await network.loseAnswers(UPDATE);
  await save(page).click();
  await expect(
    toasts(page).filter({ hasText: 'Your profile may not have been saved' }),
  ).toBeVisible();
  await expect(city).toHaveValue('Vilnius');
  await lost();
  const answer = await network.holdAnswers(UPDATE);
  const saving = page.getByRole('button', { name: 'Saving...' });
  await expect(async () => {
    // A press that is answered late is not made again.
    if (!(await saving.isVisible())) await save(page).click({ timeout: 1_000 });
    await expect(saving).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await answer.release();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Postcode')).toHaveValue('01103');
  await expect(save(page)).toBeDisabled();
});

test('BEY-11 a customer who signs in again after the session ended is back on the page with the draft kept', async ({
  page,
  app,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account, '/profile/account');
  await page.getByLabel('City').fill('Hobart');
  await endOnServer(page, app.url);
  await save(page).click();
  await signInAgain(page, account);
  await expect(page).toHaveURL('/profile/account');
  await expect(page.getByLabel('City')).toHaveValue('Hobart');
  await save(page).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();

  await page.goto('/swap');
  await expect(page.getByText(/^I have [\d.,]+/)).toBeVisible();
  await endOnServer(page, app.url);
  await amountField(page).fill('0.125');
  await signInAgain(page, account);
  await expect(page).toHaveURL('/swap');
  await expect(amountField(page)).toHaveValue('0.125');
  await expect(main(page, 'Swap')).toBeEnabled();
});
