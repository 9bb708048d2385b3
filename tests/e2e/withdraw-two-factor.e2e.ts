import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { person } from '#tests/support/in-process.ts';
import {
  signInWithCode,
  inProcessTest as test,
  turnOnTwoFactor,
} from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { BTC, CREATE, confirmButton, openWithdraw, review } from './withdraw-page.ts';

test('WD-07 a second factor is asked for before a withdrawal: empty, wrong, cancelled and right', async ({
  page,
  within,
  network,
}) => {
  const who = await person(within.deps, { balances: { BTC: '0.1' } });
  await new Sandbox(within.url).kyc(who.email, 'approved');
  const { code, recoveryCodes } = await turnOnTwoFactor(within, who);
  await signInWithCode(page, who.email, recoveryCodes[0] ?? '');
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await confirmButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  const field = dialog.getByLabel('Code from your authenticator app');
  await dialog.getByRole('button', { name: 'Verify and send' }).click();
  await expect(dialog.getByText('Please enter 2FA code')).toBeVisible();
  await field.pressSequentially('12a34 567890');
  await expect(field).toHaveValue('123456');
  await field.press('Enter');
  await expect(dialog.getByText('Invalid 2FA code. Please try again.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('2FA verification cancelled')).toBeVisible();
  expect(network.sent(CREATE)).toBe(0);
  await confirmButton(page).click();
  await field.fill(code());
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
});

test('WD-07 BEY-02 when the answer to the code is lost, the same code goes on', async ({
  page,
  within,
  network,
}) => {
  const who = await person(within.deps, { balances: { BTC: '0.1' } });
  await new Sandbox(within.url).kyc(who.email, 'approved');
  const { code, recoveryCodes } = await turnOnTwoFactor(within, who);
  await signInWithCode(page, who.email, recoveryCodes[0] ?? '');
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await confirmButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  const field = dialog.getByLabel('Code from your authenticator app');
  const found = await network.loseAnswers('/users/verify-2fa');
  await field.fill(code());
  await field.press('Enter');
  await expect(dialog.getByText(/^Network error/)).toBeVisible();
  await found();
  // The code would be too old by now to be right for the first time.
  within.deps.clock.advance(30_000);
  await dialog.getByRole('button', { name: 'Verify and send' }).click();
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
});
