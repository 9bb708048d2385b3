import { expect, type Locator } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { amountField, main, openSwap } from './swap-page.ts';

test('BEY-24 a swap can be made by keyboard alone', async ({ page, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const reach = async (target: Locator) => {
    for (let i = 0; i < 30; i++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('not reachable by Tab');
  };
  await reach(page.getByRole('button', { name: 'USDT, change asset' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'USDT, change asset' })).toBeFocused();
  await page.locator('body').press('Home');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await reach(amountField(page));
  await page.keyboard.type('0.1');
  await expect(main(page, 'Swap')).toBeEnabled();
  await reach(main(page, 'Swap'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeFocused();
  await reach(page.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('I have 0.9 BTC')).toBeVisible();
});
