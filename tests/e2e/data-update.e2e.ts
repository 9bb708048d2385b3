import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const DAY_MS = 86_400_000;

const modal = (page: Page) => page.getByRole('dialog', { name: 'Account Verification' });
const widget = (page: Page) => page.frameLocator('iframe[title="Identity check"]');
const openAddress = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /Bitcoin/ })
    .first()
    .click();
const says = 'you can only sell, cash out and withdraw';

test('KEEP-09 an overdue account says so where money is received, and is open again once updated', async ({
  page,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await sandbox.due(account.email, Date.now() - 100 * DAY_MS);
  await openSignedIn(page, account, '/assets/receive');
  await openAddress(page);
  const refused = page.getByRole('alert').filter({ hasText: says });
  await expect(refused).toBeVisible();
  await expectAccessible(page);

  await refused.getByRole('link', { name: 'Update your data' }).click();
  const update = page.getByRole('button', { name: /Start Update$/ });
  await expect(update).toContainText('Your account is limited');
  await expect(update).toContainText(says);
  await expectAccessible(page);
  await update.click();
  await expect(widget(page).getByText('Choose how the check goes')).toBeVisible();
  await expect(widget(page).getByRole('status')).not.toHaveText('Connecting');
  await widget(page).getByRole('button', { name: 'Approve' }).click();
  await expect(modal(page).getByText('KYC Approved!')).toBeVisible();
  await modal(page).getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('Verification Complete')).toBeVisible();
  await expect(update).toHaveCount(0);

  await page.goto('/assets/receive');
  await openAddress(page);
  await expect(page.getByRole('textbox', { name: 'Your Bitcoin Address' })).toHaveText(/^\S{20,}$/);
  await expect(refused).toHaveCount(0);
});

test('KEEP-09 before it is due, the profile says until when data is to be updated', async ({
  page,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await sandbox.due(account.email, Date.now() + 20 * DAY_MS);
  await openSignedIn(page, account, '/profile/verification');
  const update = page.getByRole('button', { name: /Start Update$/ });
  await expect(update).toContainText('Your data is due for an update on');
  await expectAccessible(page);
});
