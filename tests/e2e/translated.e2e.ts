import { expect, type Page } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { translate } from '#tests/support/translated.ts';
import { amountField, main, openSwap, QUOTE, quoted } from './swap-page.ts';
import { cards, openTrade, pay, payWith, toCardForm, withProfile } from './trade-page.ts';
import {
  addressField,
  BTC,
  confirm,
  openWithdraw,
  review,
  amountField as withdrawn,
} from './withdraw-page.ts';

const failed = (page: Page) => page.getByText('This page did not load');

/** The page was translated, and is still there. */
async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('main font').first()).toBeAttached();
  await expect(failed(page)).toHaveCount(0);
}

test('HARD-69 a translated wallet shows what arrives, hides its amounts and shows them again', async ({
  page,
  context,
  sandbox,
  customer,
}) => {
  const { email, ...account } = await customer({ balances: { USDC: '1250.5' } });
  await openSignedIn(page, { email, ...account });
  const row = page.getByRole('link', { name: /^USDC/ });
  await expect(row).toContainText('1,250.5 USDC');
  const total = page.getByTestId('total');
  const before = (await total.textContent()) ?? '';
  await translate(context, page);
  await expectTranslated(page);
  await sandbox.deposit(email, 'USDC', '500');
  await expect(row).toContainText('1,750.5 USDC');
  await expect(row).not.toContainText('1,250.5');
  await expect(total).not.toHaveText(before);
  // The customer holds nothing else, so its value is the total.
  await expect(async () => {
    const worth = (await row.locator('.asset__val').textContent()) ?? '';
    expect(await total.textContent()).toBe(worth.replace('Value', '').trim());
  }).toPass();
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(row).not.toContainText('1,750.5');
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(row).toContainText('1,750.5 USDC');
  await expectTranslated(page);
});

test('HARD-69 a translated swap outlives the renewal of its quote and is told as made', async ({
  page,
  context,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await translate(context, page);
  await expectTranslated(page);
  await quoted(page, '0.1');
  const asked = network.sent(QUOTE);
  await expect.poll(() => network.sent(QUOTE)).toBeGreaterThan(asked);
  await quoted(page, '0.2');
  const card = page.getByRole('region', { name: 'Quote' });
  await expect(card).toContainText('0.2 BTC');
  await expect(card).not.toContainText('0.1 BTC');
  await main(page, 'Swap').click();
  await expect(
    page.getByRole('heading', { name: /^You swapped 0\.2 BTC for [\d.,]+ USDT$/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('I have 0.8 BTC')).toBeVisible();
  await expect(amountField(page)).toHaveValue('');
  await expectTranslated(page);
});

test('HARD-69 a translated purchase goes from its first digit to the payment’s end', async ({
  page,
  context,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await translate(context, page);
  await expectTranslated(page);
  await pay(page).fill('150');
  const summary = page.getByRole('definition').last();
  await expect(summary).toHaveText(/^AU\$15\d\.\d\d$/);
  await pay(page).fill('250');
  await expect(summary).toHaveText(/^AU\$2\d\d\.\d\d$/);
  await toCardForm(page, '250');
  await payWith(page, cards.pays);
  await expect(page.getByText('Bought', { exact: true })).toBeVisible();
  await expectTranslated(page);
});

test('HARD-69 a translated withdrawal is reviewed, confirmed and followed', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await translate(context, page);
  await expectTranslated(page);
  await review(page, BTC, '0.1');
  const sending = page.getByRole('region', { name: 'You are sending' });
  await expect(sending).toContainText('0.1 BTC');
  // Changed before it is confirmed: the review tells the new amount only.
  await page.goBack();
  await expect(addressField(page)).toHaveValue(BTC);
  await withdrawn(page).fill('0.2');
  await review(page, BTC, '0.2');
  await expect(sending).toContainText('0.2 BTC');
  await expect(sending).not.toContainText('0.1 BTC');
  await confirm(page);
  await expect(page.getByRole('heading', { name: /0\.2 BTC/ })).toBeVisible();
  await expectTranslated(page);
});

inProcessTest(
  'HARD-69 bitcoin is sold and cashed out on translated pages',
  async ({ page, context, within }) => {
    const who = await person(within.deps, { balances: { BTC: '1', AUD: '1000' } });
    await new Sandbox(within.url).kyc(who.email, 'approved');
    await within.api.must(
      saveAddress,
      {
        kind: 'fiat',
        label: 'Everyday',
        holder: 'Ms Test Person',
        currency_id: 'AUD',
        bsb: '062-000',
        account_number: '12345678',
      },
      { credential: who.credential },
    );
    await openSignedIn(page, { email: who.email, password }, '/buy-sell');
    await translate(context, page);
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page
      .getByRole('button', { name: /, change asset$/ })
      .last()
      .click();
    await page.getByRole('button', { name: /^Cash/ }).click();
    await expect(page.getByRole('button', { name: 'AUD, change asset' })).toBeVisible();
    await amountField(page).fill('0.01');
    const card = page.getByRole('region', { name: 'Quote' });
    await expect(card).toContainText('0.01 BTC');
    await amountField(page).fill('0.02');
    await expect(card).toContainText('0.02 BTC');
    await expect(card).not.toContainText('0.01 BTC');
    await expect(page.getByRole('button', { name: 'Sell BTC' })).toBeEnabled();
    await page.getByRole('button', { name: 'Sell BTC' }).click();
    await expect(
      page.getByRole('heading', { name: /^You sold 0\.02 BTC for [\d,.]+ AUD$/ }),
    ).toBeVisible();
    await expectTranslated(page);

    await page.goto('/cash');
    await page.getByRole('link', { name: 'Cash out' }).click();
    const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
    await amount.fill('200');
    await amount.fill('100');
    await expect(page.getByRole('definition').last()).toHaveText('AU$100.50');
    await page.getByRole('button', { name: 'Cash out', exact: true }).click();
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await expect(page.getByRole('heading', { name: 'You cash out AU$100.00' })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByTestId('asset-balance')).not.toHaveText('AU$1,000.00');
    await expectTranslated(page);
  },
);
