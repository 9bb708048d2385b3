import { expect, type Locator } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { amountField, main, openSwap, quoted } from './swap-page.ts';

test('SWAP-02 BEY-24 a picker opened by keyboard can be searched at once, and Enter takes the match', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }), '/swap');
  await expect(page.getByText(/^I have 1/)).toBeVisible();
  await page.getByRole('button', { name: /^BTC/ }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'Select Asset to Swap' });
  await expect(picker.getByRole('searchbox')).toBeFocused();
  // Holding the key too long chooses nothing.
  await page.keyboard.press('Enter');
  await expect(picker).toBeVisible();
  await page.keyboard.type('sol');
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(page.getByRole('button', { name: /^SOL/ })).toBeFocused();
});

test('BEY-24 axe finds nothing on the swap page, its picker and its result', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await quoted(page, '0.1');
  await expectAccessibleInBothThemes(page);
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

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

test('BEY-24 the swap page fits screens 320 and 390 px wide', async ({ page, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '12.12345678' } }));
  await page.setViewportSize({ width: 320, height: 700 });
  await openSwap(page);
  await page.getByRole('button', { name: '100%' }).click();
  await expect(main(page, 'Swap')).toBeEnabled();
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow()).toBe(0);
});

test('BEY-24 SWAP-14 the amounts of a completed swap fit their card at 320 px', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1.23456789' } }));
  await page.setViewportSize({ width: 320, height: 700 });
  await openSwap(page);
  await page.getByRole('button', { name: '100%' }).click();
  await main(page, 'Swap').click();
  const done = await page.getByRole('button', { name: 'Done' }).boundingBox();
  for (const amount of await page.getByRole('definition').all()) {
    const box = await amount.boundingBox();
    expect(box?.x ?? 0).toBeGreaterThanOrEqual(done?.x ?? 320);
    expect((box?.x ?? 0) + (box?.width ?? 320)).toBeLessThanOrEqual(
      (done?.x ?? 0) + (done?.width ?? 0) + 0.5,
    );
  }
  await expect(page.getByRole('definition')).toHaveCount(3);
});
