import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible } from '#tests/support/accessible.ts';
import { appRuns } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test, turnOnTwoFactor } from '#tests/support/in-process-test.ts';

test('HARD-47 a recovery code used leads on to moving the second factor to this phone; a wrong code keeps the hint', async ({
  page,
  within,
}) => {
  const who = await person(within.deps);
  const { recoveryCodes } = await turnOnTwoFactor(within, who);
  await page.goto('/');
  await appRuns(page);
  const form = page.locator('form');
  const submit = form.getByRole('button', { name: /^sign in$/i });
  await form.getByLabel('Email').fill(who.email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await submit.click();
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('000000');
  await submit.click();
  await expect(code).toHaveAccessibleDescription(
    'Invalid 2FA code. Please try again. Six digits, or one of your recovery codes.',
  );
  await code.fill(recoveryCodes[0] ?? '');
  await submit.click();
  await expect(page).toHaveURL(/\/wallet$/);
  const news = page.getByRole('status').filter({ hasText: 'You signed in with a recovery code' });
  await expect(news).toContainText('9 are left');
  await expectAccessible(page);
  // It is there after a reload, until it was read.
  await page.reload();
  await news.getByRole('link', { name: 'What to do now' }).click();
  const steps = page.getByRole('region', { name: 'A recovery code was used' });
  await expect(steps).toContainText('Sign the lost device out');
  await expectAccessible(page);

  await steps.getByRole('button', { name: 'Move to another app' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Verification code');
  await field.fill('000000');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/or one of your recovery codes\.$/);
  await field.fill(recoveryCodes[1] ?? '');
  await field.press('Enter');
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await expectAccessible(page);
  const next = (): string => {
    within.deps.clock.advance(30_000 - (within.deps.clock.now() % 30_000) + 500);
    return new TOTP({ secret }).generate({ timestamp: within.deps.clock.now() });
  };
  await field.fill(next());
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Verify and move' }).click();
  await expect(dialog.getByText('Two-Factor Authentication has been moved')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByLabel('I have written them down.').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByText(/^Withdrawals are held because two-factor/)).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByTestId('total')).toBeVisible();
  await expect(news).toHaveCount(0);
});
