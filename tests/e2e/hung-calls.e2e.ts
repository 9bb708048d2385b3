import { expect, type Page } from '@playwright/test';
import { API_BASE } from '#core/contract/endpoint.ts';
import { appRuns, openSignedIn, test } from '#tests/support/e2e.ts';

const pages = [
  '/wallet',
  '/transactions',
  '/swap',
  '/buy-sell',
  '/send',
  '/receive',
  '/cash',
  '/cash/add',
  '/cash/out',
  '/cash/recurring',
  '/waiting',
  '/requests',
  '/is-this-kopa',
  '/profile/account',
  '/profile/security',
  '/profile/notifications',
  '/profile/address-book',
];

const A_MINUTE_AND_MORE_MS = 80_000;
const STEP_MS = 4_000;

/** What a page shows while it waits for an answer. */
const waits = (page: Page) => page.getByRole('main').locator('.skel:visible, .spin:visible');
const tryAgain = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(Try again|Retry|Refresh)/ });

for (const path of pages) {
  test(`READ-02 no call that is never answered leaves ${path} dead after a minute`, async ({
    page,
    context,
    customer,
  }) => {
    const account = await customer({ balances: { BTC: '0.5', USDC: '100' } });
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(API_BASE) && request.method() === 'POST') asked.add(pathname);
    });
    await openSignedIn(page, account, path);
    await appRuns(page);
    await expect(waits(page)).toHaveCount(0);
    for (const call of [...asked]) {
      const visit = await context.newPage();
      await visit.clock.install();
      await visit.route(`**${call}`, () => undefined);
      await visit.goto(path);
      await appRuns(visit);
      for (let passed = 0; passed < A_MINUTE_AND_MORE_MS; passed += STEP_MS) {
        await visit.clock.runFor(STEP_MS);
        // Whatever the page asked meanwhile is answered before its clock goes on, but for the call that hangs.
        await visit.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
      }
      await expect(async () => {
        const dead = (await waits(visit).count()) > 0 && (await tryAgain(visit).count()) === 0;
        expect(dead, call).toBe(false);
      }).toPass({ timeout: 10_000 });
      await visit.close();
    }
  });
}
