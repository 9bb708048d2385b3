import { expect, type Locator, type Page } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { noteSecondFactorAsked } from '#core/contract/account/security.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import {
  addressField,
  amountField,
  BTC,
  confirm,
  confirmButton,
  openWithdraw,
  review,
  withdrawButton,
} from './withdraw-page.ts';

const ask = (page: Page): Locator => page.getByRole('complementary', { name: 'Second factor' });

test('KEEP-11 the first review asks for a second factor once, leads to it, and what was typed is kept', {
  tag: '@core',
}, async ({ page, within }) => {
  const { email } = await person(within.deps, { balances: { BTC: '0.1' } });
  await new Sandbox(within.url).kyc(email, 'approved');
  await openSignedIn(page, { email, password });
  await openWithdraw(page, 'Bitcoin');
  const noted = page.waitForResponse((answer) => answer.url().endsWith(noteSecondFactorAsked.path));
  await review(page, BTC, '0.05');
  await expect(ask(page)).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  await expectAccessible(page);
  await noted;
  await ask(page).getByRole('link', { name: 'Turn it on' }).click();
  await expect(page.getByRole('button', { name: /^Two-factor/ })).toContainText('Off');
  await page.goBack();
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.05');
  await expect(withdrawButton(page)).toBeEnabled();
  await withdrawButton(page).click();
  await expect(page.getByRole('region', { name: 'You are sending' })).toBeFocused();
  await expect(ask(page)).toBeHidden();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
});

test('KEEP-11 the review of a cash out asks as well, can be told no, and does not ask in another review', {
  tag: '@core',
}, async ({ page, within }) => {
  const { email, credential } = await person(within.deps, { balances: { AUD: '1000' } });
  await new Sandbox(within.url).kyc(email, 'approved');
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' } as const;
  await within.api.must(
    saveAddress,
    { kind: 'fiat', label: 'Everyday', holder: 'Ms Test Person', ...account },
    { credential },
  );
  await openSignedIn(page, { email, password }, '/cash/out');
  // What is left of the day's limit comes with whether to ask.
  await expect(page.getByText('Minimum AU$5.00, fee AU$0.50, AU$')).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('100');
  const cashOut = page.getByRole('button', { name: 'Cash out', exact: true });
  const reviewed = page.getByRole('region', { name: 'You are cashing out' });
  await cashOut.click();
  await expect(reviewed).toBeFocused();
  await ask(page).getByRole('button', { name: 'Close' }).click();
  await expect(ask(page)).toBeHidden();
  await page.getByRole('button', { name: 'Back to details' }).click();
  await cashOut.click();
  await expect(reviewed).toBeFocused();
  await expect(ask(page)).toBeHidden();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { name: 'You cash out AU$100.00' })).toBeVisible();
});
