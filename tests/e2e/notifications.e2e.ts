import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { setClockAhead } from '#tests/support/wrong-clock.ts';

test('PROF-06 D20 EASE-11 notification choices are saved, pop-ups follow them, and security e-mails cannot be turned off', {
  tag: '@core',
}, async ({ page, network, customer, sandbox }) => {
  const account = await customer();
  await openSignedIn(page, account, '/profile/notifications');
  const all = page.getByRole('switch', { name: 'Enable all' });
  const group = (name: string) => page.getByRole('region', { name });
  const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
  await expect(all).not.toBeChecked();
  await expect(toggle('Transaction completed')).toBeChecked();
  await expect(group('Conversions').getByRole('switch').first()).not.toBeChecked();
  await expectAccessible(page);

  await all.click();
  await expect(group('Conversions').getByRole('switch').first()).toBeChecked();
  await toggle('Transactions').click();
  for (const name of ['created', 'completed', 'rejected']) {
    await expect(toggle(`Transaction ${name}`)).not.toBeChecked();
  }
  await expect(all).not.toBeChecked();
  await toggle('Transaction created').click();
  await page.getByRole('tab', { name: 'Emails' }).click();
  await expect(group('Vaults')).toBeHidden();
  await page.getByText('What cannot happen at Kopa today').click();
  await expect(group('Vaults')).toBeVisible();
  await expect(group('Referrals')).toBeVisible();
  await expect(toggle('Two-factor authentication')).toBeDisabled();
  await expect(toggle('Two-factor authentication')).toBeChecked();
  await expect(toggle('Two-factor authentication')).toHaveAccessibleDescription(
    'Always on, for your security',
  );
  await toggle('Transaction completed').click();
  await expectAccessible(page);
  // The last choice has reached the server.
  await expect(async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Emails' }).click();
    await expect(toggle('Transaction completed')).not.toBeChecked({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('tab', { name: 'Pop-ups' }).click();
  await expect(toggle('Transaction created')).toBeChecked();
  await expect(toggle('Transaction completed')).not.toBeChecked();

  await sandbox.deposit(account.email, 'BTC', '0.5', { confirmations: 0 });
  await sandbox.blocks(account.email, 2);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('A deposit is on its way.')).toBeVisible();
  await expect(page.getByText('A deposit has arrived.')).toHaveCount(0);
  expect((await sandbox.inbox(account.email)).map((mail) => mail.subject)).not.toContain(
    'Your deposit has arrived',
  );

  const onlySecurity = page.getByRole('button', { name: /security only$/ });
  await onlySecurity.click();
  await expect(onlySecurity).toHaveText('Chosen security only');
  await expect(toggle('Transaction created')).not.toBeChecked();
  await expect(toggle('Sign-ins from new devices')).toBeChecked();

  await network.cut();
  await expect(page.getByText('Changing notifications needs a connection.')).toBeVisible();
  await expect(all).toBeDisabled();
  await network.restore();
  await expect(all).toBeEnabled({ timeout: 20_000 });
});

test('PROF-06 a new sign-in shows a pop-up on the other device, not on the one that signed in', async ({
  page,
  browser,
  app,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await openSignedIn(page, account);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, account);
  const told = (on: Page) => on.getByText('A new device signed in to your account.');
  // Both devices show the deposit. A pop-up for the earlier sign-in would come in the same answer,
  // so it would be on screen by then.
  await sandbox.deposit(account.email, 'BTC', '0.5');
  for (const on of [page, other]) {
    await on.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(on.getByText('A deposit has arrived.')).toBeVisible();
    // Counted once, without retries, because a pop-up disappears by itself.
    expect(await told(on).count()).toBe(on === page ? 1 : 0);
  }
  await elsewhere.close();
});

for (const hours of [24, -24]) {
  test(`PROF-06 BEY-06 with the device clock ${hours} h ahead, only events since the page opened show pop-ups`, async ({
    page,
    customer,
    sandbox,
  }) => {
    const account = await customer();
    await sandbox.deposit(account.email, 'BTC', '0.5');
    await setClockAhead(page, hours);
    // Opening a legal page first lets some time pass between the deposit and the app's start.
    await page.goto('/terms-and-conditions');
    await signIn(page, account);
    await expect(page.getByTestId('total')).not.toHaveText('AU$0.00');
    await sandbox.deposit(account.email, 'BTC', '0.5', { confirmations: 0 });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('A deposit is on its way.')).toBeVisible();
    expect(await page.getByText('A deposit has arrived.').count()).toBe(0);
  });
}
