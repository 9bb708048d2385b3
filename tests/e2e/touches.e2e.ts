import { expect, type Locator } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { main } from './swap-page.ts';
import { buyButton, cardForm, withProfile } from './trade-page.ts';

test.use({ hasTouch: true });

test('EYE-08 from the wallet a swap takes three touches, a purchase four, finding a transaction two, an export three', async ({
  page,
  app,
  customer,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, await withProfile(app.url, who));
  const total = page.getByTestId('total');
  let touches = 0;
  const touch = async (what: Locator): Promise<void> => {
    touches += 1;
    await what.tap();
  };
  /** From the wallet on: how often the screen is touched until it is done, and typing counts no touch. */
  const counted = async (flow: () => Promise<void>): Promise<number> => {
    await page.goto('/wallet');
    await expect(total).toBeVisible();
    touches = 0;
    await flow();
    return touches;
  };
  const nav = (name: string) => page.getByRole('link', { name, exact: true }).first();

  const swap = async (): Promise<void> => {
    await touch(nav('Swap'));
    await touch(page.getByRole('button', { name: '25%' }));
    await touch(main(page, 'Swap'));
    await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
  };
  expect(await counted(swap)).toBe(3);

  const buy = async (): Promise<void> => {
    await touch(nav('Buy/Sell'));
    await touch(page.getByRole('button', { name: 'AU$100', exact: true }));
    await touch(buyButton(page));
    await touch(cardForm(page).getByRole('button', { name: /^Pay/ }));
    await expect(page.getByRole('heading', { name: /^You bought/ })).toBeVisible();
  };
  expect(await counted(buy)).toBe(4);

  const find = async (): Promise<void> => {
    await touch(nav('Transactions'));
    await touch(page.getByRole('searchbox', { name: 'Search transactions' }));
    await page.keyboard.type('deposit');
    await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(
      1,
    );
  };
  expect(await counted(find)).toBe(2);

  const exported = async (): Promise<void> => {
    await touch(nav('Transactions'));
    await touch(page.getByRole('button', { name: 'Export' }));
    const saved = page.waitForEvent('download');
    await touch(page.getByRole('button', { name: 'CSV', exact: true }));
    await saved;
  };
  expect(await counted(exported)).toBe(3);
});
