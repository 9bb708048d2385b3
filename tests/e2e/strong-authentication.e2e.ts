import { expect, type Page } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { sendTransferCode } from '#core/contract/money/transfer.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { checkedIban } from '#core/money/account-number.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test as shared, signIn } from '#tests/support/e2e.ts';
import { type InProcess, type Person, password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test, turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import { phone, suggestsPasskeys } from '#tests/support/phone.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import {
  amountField,
  CREATE,
  confirm,
  confirmButton,
  openWithdraw,
  review,
} from './withdraw-page.ts';

const FRIEND = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

interface Someone extends Person {
  /** The newest code that was mailed to them. */
  readonly code: () => Promise<string>;
}

async function someone(within: InProcess, market: 'AUD' | 'EUR' = 'EUR'): Promise<Someone> {
  const balances = { USDC: '1000', [market]: '1000' };
  const who = await person(within.deps, { market, balances });
  const sandbox = new Sandbox(within.url);
  await sandbox.kyc(who.email, 'approved');
  return { ...who, code: () => sandbox.code(who.email) };
}

const transferCode = (page: Page) => page.getByLabel('Code for this transfer');
const mailMe = (page: Page) => page.getByRole('button', { name: 'Mail me the code' });
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Confirm with a passkey' });
const sent = (page: Page, amount: string) =>
  page.getByRole('heading', { name: `You withdraw ${amount} USDC` });

/** On the review of USDC to a friend, with the password typed. */
async function reviewing(page: Page, who: Person, amount = '25'): Promise<void> {
  await openSignedIn(page, { email: who.email, password });
  await openWithdraw(page, 'USD');
  await review(page, FRIEND, amount);
}

async function mailCode(page: Page, who: Someone): Promise<string> {
  await mailMe(page).click();
  await expect(page.getByText(`Mailed to ${who.email} at `)).toBeVisible();
  return who.code();
}

test('KEEP-15 a customer of the Union sends USDC with a code for just this amount and recipient', {
  tag: '@core',
}, async ({ page, within, network }) => {
  const who = await someone(within);
  await reviewing(page, who);
  await confirm(page);
  await expect(page.getByText('Enter the code for this transfer')).toBeVisible();
  await expect(transferCode(page)).toBeFocused();
  const code = await mailCode(page, who);
  await expect(page.getByText(/^You can ask for another code in \d+ s\.$/)).toBeVisible();
  await expectAccessible(page);

  await transferCode(page).fill('1111 1111');
  await expect(transferCode(page)).toHaveValue('11111111');
  await confirm(page);
  await expect(page.getByText(/^Invalid code\. .* You have 4 tries left\.$/)).toBeVisible();
  await expect(transferCode(page)).toBeFocused();
  // Nothing that was typed is lost.
  await expect(transferCode(page)).toHaveValue('11111111');
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue(password);
  await expectAccessible(page);

  await network.cut();
  await expect(confirmButton(page)).toBeDisabled();
  await expect(page.getByText(/^Withdrawing needs a connection/)).toBeVisible();
  await network.restore();
  await transferCode(page).fill(code);
  await confirm(page);
  await expect(sent(page, '25')).toBeVisible();
  expect(network.sent(CREATE)).toBe(2);
});

test('KEEP-15 a code for one amount sends no other', async ({ page, within, network }) => {
  const who = await someone(within);
  await reviewing(page, who);
  const code = await mailCode(page, who);
  await page.getByRole('button', { name: 'Back to details' }).click();
  await amountField(page).fill('26');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await transferCode(page).fill(code);
  await confirm(page);
  await expect(page.getByText(/It was made for another amount or another recipient/)).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
  // Asked for again, it is for what is reviewed now.
  within.deps.clock.advance(31_000);
  await transferCode(page).fill(await mailCode(page, who));
  await confirm(page);
  await expect(sent(page, '26')).toBeVisible();
});

test('KEEP-15 BEY-02 a lost answer is found out, and needs no second code', async ({
  page,
  within,
  network,
}) => {
  const who = await someone(within);
  await reviewing(page, who);
  const mailed = await network.loseAnswers(sendTransferCode.path);
  await mailMe(page).click();
  await expect(page.getByText(/^Network error/)).toBeVisible();
  await mailed();
  // It was mailed all the same, which is told once it is asked for again.
  await mailMe(page).click();
  await expect(page.getByText(`Mailed to ${who.email} at `)).toBeVisible();
  await transferCode(page).fill(await who.code());
  await network.loseAnswers(CREATE);
  await confirm(page);
  await expect(sent(page, '25')).toBeVisible({ timeout: 30_000 });
  expect(network.sent(CREATE)).toBe(1);
});

test('KEEP-15 WD-07 with 2FA on, its dialog comes behind the code', async ({ page, within }) => {
  const who = await someone(within);
  const { code, recoveryCodes } = await turnOnTwoFactor(within, who);
  const [recovery = ''] = recoveryCodes;
  await openSignedIn(page, { email: who.email, password, code: recovery });
  await openWithdraw(page, 'USD');
  await review(page, FRIEND, '25');
  await expect(page.getByLabel('Current password', { exact: true })).toBeHidden();
  await transferCode(page).fill(await mailCode(page, who));
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  await dialog.getByLabel('Code from your authenticator app').fill(code());
  await dialog.getByRole('button', { name: 'Verify and send' }).click();
  await expect(sent(page, '25')).toBeVisible();
});

test('KEEP-15 a passkey signs the transfer in place of the code', async ({
  page,
  within,
  network,
}) => {
  // Where passkeys are for: the address of this server, which is known once it runs.
  Object.assign(within.deps.config, { publicUrl: within.url });
  const device = await phone(page);
  const who = await someone(within);
  await openSignedIn(page, { email: who.email, password }, '/profile/security');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add a passkey/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  // On its first day it signs nothing.
  await openWithdraw(page, 'USD');
  await review(page, FRIEND, '25');
  await expect(mailMe(page)).toBeVisible();
  await expect(withPasskey(page)).toBeHidden();
  const { sqlIn } = within.deps.clock;
  await within.deps.db
    .updateTable('passkeys')
    .set({ added_at: sqlIn(-25 * 3600) })
    .execute();

  await openWithdraw(page, 'USD');
  await review(page, FRIEND, '25');
  await page.getByLabel('Current password', { exact: true }).fill('');
  await withPasskey(page).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await device.lost();
  await withPasskey(page).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await device.found();
  await expectAccessible(page);
  expect(network.sent(CREATE)).toBe(0);
  await withPasskey(page).click();
  await expect(sent(page, '25')).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
});

test('READ-03 after a password sign-in on a device that suggests passkeys, the same visit adds one, locks the app and confirms a transfer', async ({
  page,
  within,
}) => {
  Object.assign(within.deps.config, { publicUrl: within.url });
  await phone(page);
  await suggestsPasskeys(page);
  const who = await someone(within);
  await page.goto('/');
  await page.getByLabel('Email').focus();
  await expect(page.locator('html[data-suggests]')).toBeAttached();
  const visits: string[] = [];
  await signIn(page, { email: who.email, password, mailed: true });
  page.on('load', () => visits.push(page.url()));

  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  const row = (name: RegExp) => page.getByRole('main').getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  await row(/^Add a passkey/).click();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText(/now signs you in/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await row(/^App lock/).click();
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(/^App lock/)).toContainText('On');

  const { sqlIn } = within.deps.clock;
  await within.deps.db
    .updateTable('passkeys')
    .set({ added_at: sqlIn(-25 * 3600) })
    .execute();
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await page.getByRole('link', { name: /^USD/ }).first().click();
  await page.getByRole('link', { name: 'Withdraw' }).first().click();
  await review(page, FRIEND, '25');
  await withPasskey(page).click();
  await expect(sent(page, '25')).toBeVisible();
  expect(visits).toEqual([]);
});

test('KEEP-15 BANK-05 euros go to a bank with a code for just this amount and account', async ({
  page,
  within,
  network,
}) => {
  const who = await someone(within);
  const iban = checkedIban('DE', '370400440532013000');
  await within.api.must(
    saveAddress,
    { kind: 'fiat', label: 'Everyday', holder: 'Test Person', currency_id: 'EUR', iban },
    { credential: who.credential },
  );
  await openSignedIn(page, { email: who.email, password }, '/cash/out');
  await amountField(page).fill('100');
  await page.getByRole('button', { name: 'Cash out', exact: true }).click();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await confirmButton(page).click();
  await expect(page.getByText('Enter the code for this transfer')).toBeVisible();
  await expectAccessible(page);
  await transferCode(page).fill(await mailCode(page, who));
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'You cash out €100.00' })).toBeVisible();
  expect(network.sent(createPayout.path)).toBe(1);
});

test('WD-07 KEEP-15 elsewhere USDC is sent as before', async ({ page, within, network }) => {
  const who = await someone(within, 'AUD');
  await reviewing(page, who);
  await expect(transferCode(page)).toBeHidden();
  await expect(page.getByText(/European Union/)).toBeHidden();
  await confirm(page);
  await expect(sent(page, '25')).toBeVisible();
  expect(network.sent(sendTransferCode.path)).toBe(0);
});

shared(
  'KEEP-15 a customer of the Union signs in on a new device with a code from our email',
  {
    tag: '@core',
  },
  async ({ page, customer, sandbox }) => {
    const who = await customer({ place: 'EU' });
    await page.goto('/');
    const form = page.locator('form');
    const submit = form.getByRole('button', { name: /^sign in$/i });
    const field = form.getByLabel('Code from our email');
    await form.getByLabel('Email', { exact: true }).fill(who.email);
    await form.getByLabel('Password', { exact: true }).fill(who.password);
    await submit.click();
    await expect(field).toBeFocused();
    await expect(form.getByText(/^This device is new to your account/)).toBeVisible();
    await expect(form.getByText('I have lost my phone and my codes')).toBeHidden();
    await expectAccessible(page);
    await submit.click();
    await expect(form.getByText('Please enter verification code')).toBeVisible();
    await field.fill('11111111');
    await submit.click();
    await expect(form.getByText(/^Invalid code\. .* You have 4 tries left\.$/)).toBeVisible();

    // HARD-26: another address drops the step; the code that was mailed still counts.
    await form.getByLabel('Email', { exact: true }).fill('somebody-else@kopa.test');
    await expect(field).toBeHidden();
    await form.getByLabel('Email', { exact: true }).fill(who.email);
    await submit.click();
    await expect(field).toBeFocused();
    // Too soon for another one.
    await form.getByRole('button', { name: 'Mail another code' }).click();
    await expect(form.getByText(/^You can ask for another code in \d+ s\.$/)).toBeVisible();
    await field.fill(await sandbox.code(who.email));
    await submit.click();
    await page.waitForURL('**/wallet');
    expect(await sandbox.inbox(who.email)).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: 'New sign-in to your account' })]),
    );

    // From now on the device is known.
    await page.goto('/profile');
    await page
      .getByRole('button', { name: /^(log|sign) out/i })
      .first()
      .click();
    await form.getByLabel('Email', { exact: true }).fill(who.email);
    await form.getByLabel('Password', { exact: true }).fill(who.password);
    await submit.click();
    await page.waitForURL('**/wallet');
  },
);
