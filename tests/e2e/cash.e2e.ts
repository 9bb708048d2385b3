import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';

test('BANK-01 BANK-02 BANK-03 BANK-04 money comes from the bank, buys, and comes of a sale, too', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '1' } });
  await sandbox.kyc(who.email, 'approved');
  await signIn(page, who);
  await page.getByRole('link', { name: /^Cash/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cash' })).toBeVisible();
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$0.00');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add money' }).click();
  const account = page.getByRole('region', { name: 'Your account for AUD transfers' });
  await expect(account).toContainText('802-999');
  await expect(account.getByRole('button', { name: 'Copy PayID' })).toBeVisible();
  await expectAccessible(page);

  const control = await page.context().newPage();
  await control.goto('/sandbox');
  await control.getByLabel('To whom it happens').selectOption(who.email);
  await control.getByRole('button', { name: 'Choose' }).click();
  await control.locator('#bank').getByRole('button', { name: 'From another name' }).click();
  await expect(control.getByText(/because of: other-name/).first()).toBeVisible();
  await control.locator('#bank').getByRole('button', { name: 'Told twice' }).click();
  await expect(control.getByText(/told twice: credited/).first()).toBeVisible();
  await control.close();

  await expect(page.getByRole('region', { name: 'Transfers', exact: true })).toContainText(
    'Somebody Else',
  );
  await page.goto('/cash');
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$250.00');
  await expect(page.getByRole('link', { name: /Deposit Cash/ })).toContainText('+AU$250.00');

  // Paid with cash, at a quote and without the fee of a card.
  await page.getByRole('link', { name: 'Buy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cash', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('textbox', { name: /^I have/ }).fill('100');
  await expect(page.getByRole('main')).not.toContainText('Fee');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Buy BTC' }).click();
  await expect(page.getByText(/^You bought 0\.\d+ BTC for 100 AUD$/).first()).toBeVisible();
  await page.goto('/cash');
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$150.00');
  // More than there is.
  await page.getByRole('link', { name: 'Buy', exact: true }).click();
  await page.getByRole('textbox', { name: /^I have/ }).fill('150.01');
  await expect(page.getByText('Not enough cash to buy this')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Add money' })).toHaveAttribute(
    'href',
    '/cash/add',
  );

  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await page
    .getByRole('button', { name: /, change asset$/ })
    .last()
    .click();
  await page.getByRole('button', { name: /^Cash/ }).click();
  await page.getByRole('textbox').first().fill('0.01');
  await page.getByRole('button', { name: 'Sell BTC' }).click();
  await expect(page.getByText(/^You sold 0\.01 BTC for [\d,.]+ AUD$/).first()).toBeVisible();
  await page.goto('/cash');
  await expect(page.getByRole('link', { name: /BTC to AUD/ })).toBeVisible();
  await expect(page.getByTestId('asset-balance')).not.toHaveText('AU$150.00');
});
