import { expect, type Page } from '@playwright/test';
import { disableTwoFactor } from '#core/contract/account/security.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { type InProcess, person } from '#tests/support/in-process.ts';
import {
  signInWithCode,
  inProcessTest as test,
  turnOnTwoFactor,
} from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { BTC, CREATE, confirm, openWithdraw, review } from './withdraw-page.ts';

/** Has a customer with a second factor confirm a withdrawal, up to the dialog for the code. */
async function askedForCode(page: Page, within: InProcess) {
  const who = await person(within.deps, { balances: { BTC: '0.1' } });
  await new Sandbox(within.url).kyc(who.email, 'approved');
  const { code, recoveryCodes } = await turnOnTwoFactor(within, who);
  await signInWithCode(page, who.email, recoveryCodes[0] ?? '');
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  return { code, dialog, field: dialog.getByLabel('Code from your authenticator app') };
}

test('WD-07 BEY-21 a withdrawal asks for the second factor and handles an empty, wrong, cancelled and right code', {
  tag: '@core',
}, async ({ page, within, network }) => {
  const { code, dialog, field } = await askedForCode(page, within);
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
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
  await confirm(page);
  await field.fill(code());
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
});

test('WD-07 BEY-02 when the answer to a code is lost, the same code still works', async ({
  page,
  within,
  network,
}) => {
  const { code, dialog, field } = await askedForCode(page, within);
  const found = await network.loseAnswers('/users/verify-2fa');
  await field.fill(code());
  await field.press('Enter');
  await expect(dialog.getByText(/^Network error/)).toBeVisible();
  await found();
  // By now the code would be too old to be accepted for the first time.
  within.deps.clock.advance(30_000);
  await dialog.getByRole('button', { name: 'Verify and send' }).click();
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
});

test('WD-07 BEY-10 BEY-14 once 2FA was turned off on another device, no code is needed', async ({
  page,
  within,
}) => {
  const { deps, api } = within;
  const who = await person(deps, { balances: { BTC: '0.1' } });
  await new Sandbox(within.url).kyc(who.email, 'approved');
  const turnOff = async (otp: string): Promise<void> => {
    await api.must(disableTwoFactor, { otp }, { credential: who.credential });
    // As if the one-day hold were over, without anything else that a day brings.
    const end = deps.db.updateTable('users').set({ withdrawals_held_until: null });
    await end.where('id', '=', who.id).execute();
  };
  const first = await turnOnTwoFactor(within, who);
  await signInWithCode(page, who.email, first.recoveryCodes[0] ?? '');
  await turnOff(first.code());
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();

  // Now 2FA is turned off while the review is open.
  const second = await turnOnTwoFactor(within, who);
  // A session in which the new factor was not shown has ended. The page may have heard of it already.
  const ended = page.getByRole('dialog', { name: 'Session Expired' });
  await page.goto('/');
  await expect(ended.or(page.locator('form').getByLabel('Email'))).toBeVisible();
  if (await ended.isVisible()) await ended.getByRole('button', { name: 'Continue' }).click();
  await signInWithCode(page, who.email, second.recoveryCodes[0] ?? '');
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.01');
  await turnOff(second.code());
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  await dialog.getByLabel('Code from your authenticator app').fill('123456');
  await dialog.getByRole('button', { name: 'Verify and send' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText('Two-factor authentication is off. No code is needed.'),
  ).toBeVisible();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.01 BTC' })).toBeVisible();
});
