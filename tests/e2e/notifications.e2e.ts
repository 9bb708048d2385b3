import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { setClockAhead } from '#tests/support/wrong-clock.ts';

test('PROF-06 D20 choices are kept; pop-ups follow them; security e-mails are locked on', async ({
  page,
  network,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile/notifications');
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
  await expect(group('Vaults')).toBeVisible();
  await expect(group('Referrals')).toBeVisible();
  await expect(toggle('Two-factor authentication')).toBeDisabled();
  await expect(toggle('Two-factor authentication')).toBeChecked();
  await expect(toggle('Two-factor authentication')).toHaveAccessibleDescription(
    'Always on, for your security',
  );
  await toggle('Transaction completed').click();
  await expectAccessible(page);
  // What was chosen last is on the server.
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

  await network.cut();
  await expect(page.getByText('Changing notifications needs a connection.')).toBeVisible();
  await expect(all).toBeDisabled();
  await network.restore();
  await expect(all).toBeEnabled({ timeout: 20_000 });
});

test('PROF-06 a sign-in pops up on the other device, not on the one that signed in', async ({
  page,
  browser,
  app,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await signIn(page, account);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, account);
  const told = (on: Page) => on.getByText('A new device signed in to your account.');
  // Both are told of it; what came before it in the same answer is on screen with it.
  await sandbox.deposit(account.email, 'BTC', '0.5');
  for (const on of [page, other]) {
    await on.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(on.getByText('A deposit has arrived.')).toBeVisible();
    // Asked once: a pop-up goes away by itself.
    expect(await told(on).count()).toBe(on === page ? 1 : 0);
  }
  await elsewhere.close();
});

for (const hours of [24, -24]) {
  test(`PROF-06 BEY-06 with a device clock ${hours} h ahead the pop-ups are those since the page began`, async ({
    page,
    customer,
    sandbox,
  }) => {
    const account = await customer();
    await sandbox.deposit(account.email, 'BTC', '0.5');
    await setClockAhead(page, hours);
    // Some time passes until the page begins.
    await page.goto('/terms-and-conditions');
    await signIn(page, account);
    await expect(page.getByTestId('total')).not.toHaveText('AU$0.00');
    await sandbox.deposit(account.email, 'BTC', '0.5', { confirmations: 0 });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('A deposit is on its way.')).toBeVisible();
    expect(await page.getByText('A deposit has arrived.').count()).toBe(0);
  });
}
