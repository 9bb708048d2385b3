import { expect } from '@playwright/test';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { newKey } from '#tests/support/api-client.ts';
import { appRuns } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const NEW_PASSWORD = 'Other-demo-2026!';

test('HARD-46 freezing in Security says what it stopped and leads to a new password without the address typed again', async ({
  page,
  within,
}) => {
  const who = await person(within.deps, { balances: { ETH: '2' } });
  const sandbox = new Sandbox(within.url);
  await sandbox.kyc(who.email, 'approved');
  const wanted = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  await within.api.must(createWithdrawal, wanted, {
    credential: who.credential,
    idempotencyKey: newKey(),
  });
  const signIn = async (chosen: string): Promise<void> => {
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(chosen);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await page.goto('/');
  await appRuns(page);
  await signIn(password);
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goto('/profile/security');
  await page.getByRole('button', { name: /^Freeze account/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze account' });
  const field = dialog.getByLabel('Current password', { exact: true });
  const freeze = dialog.getByRole('button', { name: 'Freeze account' });
  await field.fill('Wrong-2026!');
  await freeze.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(password);
  await freeze.click();

  await expect(page).toHaveURL('/reset-password');
  const notice = page.getByRole('status').filter({ hasText: 'Your account is frozen.' });
  await expect(notice).toContainText(`0.5 ETH to ${ETH}`);
  await expect(page.getByLabel('Email')).toHaveValue(who.email);
  await expectAccessible(page);
  await page.goto('/');
  await appRuns(page);
  await signIn(password);
  await expect(
    page.getByText(/This account is frozen, because you reported/).first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page).toHaveURL('/reset-password/confirm');
  await page.getByLabel('Code', { exact: true }).fill(await sandbox.code(who.email));
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL('/reset-password/success');
  await page.goto('/');
  await appRuns(page);
  await signIn(NEW_PASSWORD);
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByTestId('total')).toBeVisible();
});
