import { expect, type Locator, type Page } from '@playwright/test';
import { signIn, test } from '#tests/support/e2e.ts';

/** What stands on a page while it loads must not move under a finger or an eye. */

/** A price that comes may make its own line longer; nothing else moves. */
const MOST = 0.005;
/** Slow enough that what is loaded later is also drawn later. */
const SLOWDOWN = 4;

const pages: readonly (readonly [path: string, loaded: (page: Page) => Locator])[] = [
  ['/wallet', (page) => page.getByRole('link', { name: 'Bitcoin' })],
  ['/swap', (page) => page.getByText(/^Minimum/)],
  ['/buy-sell', (page) => page.getByText(/^1 BTC = /)],
  ['/assets/send', (page) => page.getByRole('link', { name: /Bitcoin/ })],
  ['/transactions', (page) => page.getByRole('region', { name: 'Results' }).getByRole('listitem')],
  ['/profile/account', (page) => page.getByText('Primary Market Currency')],
  ['/profile/security', (page) => page.getByText('This device', { exact: true }).last()],
];

/** How far things moved on the page so far (the layout shifts of web vitals). */
const moved = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const) {
  test(`nothing moves while pages load, on ${size}`, async ({ page, customer }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    for (const [path, loaded] of pages) {
      await page.goto(path);
      await expect(loaded(page).first()).toBeVisible();
      expect([path, (await moved(page)) < MOST]).toEqual([path, true]);
    }
  });
}
