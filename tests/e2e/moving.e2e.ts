import { type CDPSession, expect, type Page } from '@playwright/test';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { appRuns, isolatedTest, openSignedIn, test } from '#tests/support/e2e.ts';

test.use({ hasTouch: true, contextOptions: { reducedMotion: 'no-preference' } });

/** The page as on a home screen, and fingers to touch it with. */
async function installed(page: Page): Promise<CDPSession> {
  // As Apple’s browsers say it; Chromium’s own way cannot be pretended.
  await page.addInitScript(() => Reflect.set(navigator, 'standalone', true));
  return page.context().newCDPSession(page);
}

/** A finger goes down by so many pixels and stays there; returns how to lift it. */
async function pull(cdp: CDPSession, distance: number): Promise<() => Promise<unknown>> {
  const at = (y: number) => [{ x: 4, y: 200 + y }];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let y = 0; y <= distance; y += 20) {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) });
  }
  return () => cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const refreshing = (page: Page) => page.getByRole('status').filter({ hasText: 'Refreshing' });

test('LIVE-07 in the installed app pulling the page down reads it again, and a short pull does not', async ({
  page,
  network,
  customer,
}) => {
  const cdp = await installed(page);
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  await appRuns(page);
  await page.touchscreen.tap(4, 200);
  // The code of the gesture comes with the first touch.
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
  const held = await network.holdAnswers(getWalletList.path);
  await (await pull(cdp, 60))();
  await (await pull(cdp, 180))();
  await held.arrived;
  await expect(refreshing(page)).toHaveCount(1);
  await held.release();
  await expect(refreshing(page)).toHaveCount(0);
});

const total = (page: Page) => page.getByTestId('total');
const cents = async (page: Page): Promise<number> =>
  Number(((await total(page).textContent()) ?? '').replace(/\D/g, ''));

isolatedTest(
  'LIVE-07 the total counts to its new value within a fifth of a second, and with reduced motion it just changes',
  async ({ page, sandbox, customer }) => {
    await page.clock.install();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await sandbox.market('BTC', '50000');
    await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
    const value = page.getByRole('link', { name: /^Bitcoin/ }).locator('.asset__val');
    await expect(value).toContainText(/[1-9]/);
    /** Moves the price and waits for the row, which does not count. */
    const move = async (price: string): Promise<void> => {
      const before = (await value.textContent()) ?? '';
      await sandbox.market('BTC', price);
      await expect(value).not.toHaveText(before);
    };
    // With the first of them comes what lets the total move.
    await move('52000');
    const inRow = async (): Promise<number> =>
      Number(((await value.textContent()) ?? '').replace(/\D/g, ''));
    await expect.poll(() => cents(page)).toBe(await inRow());

    const from = await cents(page);
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
    await move('60000');
    const to = await inRow();
    expect(await cents(page)).toBe(from);
    await page.clock.runFor(100);
    const between = await cents(page);
    expect(between).toBeGreaterThan(from);
    expect(between).toBeLessThan(to);
    await page.clock.runFor(120);
    expect(await cents(page)).toBe(to);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await move('55000');
    expect(await cents(page)).toBe(await inRow());
  },
);

test('LIVE-07 a list and what its row is about fade into each other within a fifth of a second, and with reduced motion they do not', async ({
  page,
  customer,
}) => {
  await page.addInitScript(() => {
    const durations: number[] = [];
    Reflect.set(window, '__durations', durations);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      durations.push(0);
      transition.ready.then(
        () => {
          const ends = document.getAnimations().flatMap(({ effect }) => {
            if (!(effect instanceof KeyframeEffect)) return [];
            const isOurs = effect.pseudoElement?.startsWith('::view-transition');
            return isOurs ? [Number(effect.getComputedTiming().endTime)] : [];
          });
          durations[durations.length - 1] = Math.max(...ends);
        },
        () => undefined,
      );
      return transition;
    };
  });
  const durations = (): Promise<number[]> =>
    page.evaluate(() => Reflect.get(window, '__durations'));
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  const bitcoin = page.getByRole('link', { name: /^Bitcoin/ });
  const price = bitcoin.locator('.asset__price');
  const first = (await price.textContent()) ?? '';
  // The code comes with the first price that moves.
  await expect(price).not.toHaveText(first);

  await bitcoin.click();
  await expect(page.getByRole('region', { name: 'Price' })).toBeVisible();
  await expect.poll(async () => (await durations()).length).toBe(1);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await expect.poll(async () => (await durations()).length).toBe(2);
  for (const duration of await durations()) expect(duration).toBeLessThanOrEqual(200);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await bitcoin.click();
  await expect(page.getByRole('region', { name: 'Price' })).toBeVisible();
  expect(await durations()).toHaveLength(2);
});
