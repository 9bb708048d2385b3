import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { enlargeText, misfits, spaceText } from '#tests/support/misfits.ts';
import { addressField, amountField, openWithdraw, review, XRP } from './withdraw-page.ts';

const looks = {
  'text at 200 %': {
    width: 390,
    prepare: (page: Page) => enlargeText(page, 200),
  },
  'spaced text': { width: 390, prepare: spaceText },
  '320 px, which is 1,280 px at 400 %': { width: 320, prepare: async () => undefined },
} as const;

const HUGE = { XRP: '98765432.123456', BTC: '0.20921187', USDC: '1234567.89', USDT: '100' };

for (const [look, { width, prepare }] of Object.entries(looks)) {
  test.describe(look, () => {
    test.use({ viewport: { width, height: 844 } });

    const fits = async (page: Page, state: string): Promise<void> => {
      expect.soft(await misfits(page), state).toEqual([]);
    };

    test(`EASE-05 with ${look} every page that shows money fits`, async ({ page, customer }) => {
      await prepare(page);
      await openSignedIn(page, await customer({ balances: HUGE }));
      await expect(page.getByRole('link', { name: 'Ripple' })).toBeVisible();
      await fits(page, 'wallet');
      await page.getByRole('link', { name: 'Ripple' }).click();
      await expect(page.getByText(/ in 24 hours$/)).toBeVisible();
      await fits(page, 'asset');
      await page.goto('/transactions');
      await expect(page.getByRole('link', { name: /Ripple/ }).first()).toBeVisible();
      await fits(page, 'history');
      await page
        .getByRole('link', { name: /Ripple/ })
        .first()
        .click();
      await expect(page.getByText('Completed')).toBeVisible();
      await fits(page, 'transaction');
      await page.goto('/assets/receive');
      await page.getByRole('link', { name: /^Ripple/ }).click();
      await expect(page.getByText('Both are needed', { exact: false })).toBeVisible();
      await fits(page, 'deposit');
    });

    test(`EASE-05 with ${look} a withdrawal fits from the picker to the review`, async ({
      page,
      customer,
    }) => {
      await prepare(page);
      await openSignedIn(page, await customer({ balances: HUGE }));
      await page.goto('/assets/send');
      await expect(page.getByRole('link', { name: /^Ripple/ })).toBeVisible();
      await fits(page, 'picker');
      await openWithdraw(page, 'Ripple');
      await fits(page, 'empty form');
      await addressField(page).fill(XRP);
      await page.getByLabel('The recipient needs no tag').check();
      await amountField(page).fill('987654321');
      await expect(page.getByText(/Not enough|available/i).first()).toBeVisible();
      await fits(page, 'too much');
      await review(page, XRP, '14888.123456');
      await fits(page, 'review');
    });

    test(`EASE-05 with ${look} swapping, buying and selling fit`, async ({ page, customer }) => {
      await prepare(page);
      await openSignedIn(page, await customer({ balances: HUGE }), '/swap');
      const amount = page.getByRole('textbox', { name: /^I have/ });
      await expect(page.getByText(/^Minimum/)).toBeVisible();
      await fits(page, 'empty swap');
      await amount.fill('0.1');
      await expect(page.getByRole('button', { name: 'Swap', exact: true })).toBeEnabled();
      await fits(page, 'quoted swap');
      await amount.fill('1000');
      await expect(page.getByText(/^Not enough/).first()).toBeVisible();
      await fits(page, 'swap of too much');
      // By the keyboard: what arrives between the two halves of a press may move the button away.
      await page.getByRole('button', { name: 'BTC, change asset' }).press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await fits(page, 'choice of asset');
      await page.goto('/buy-sell');
      await expect(page.getByText(/^1 BTC = /)).toBeVisible();
      await page.getByRole('button', { name: 'AU$250' }).click();
      await fits(page, 'buy');
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
      await amount.fill('0.1');
      await expect(page.getByText(/^You get/).first()).toBeVisible();
      await fits(page, 'sell');
    });

    test(`EASE-05 with ${look} profile, help and what waits fit`, async ({ page, customer }) => {
      await prepare(page);
      await openSignedIn(page, await customer({ balances: HUGE }));
      for (const [path, shown] of [
        ['/profile', 'Theme'],
        ['/profile/account', 'First name'],
        ['/profile/security', 'Two-factor authentication'],
        ['/profile/notifications', 'Email'],
        ['/profile/addressBook', 'Crypto Address Book'],
        ['/profile/verification', 'Verif'],
        ['/help', 'Terms'],
        ['/waiting', 'Nothing'],
        ['/is-this-kopa', 'Nobody of Kopa'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
        await fits(page, path);
      }
    });
  });
}
