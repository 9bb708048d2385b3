import { expect } from '@playwright/test';
import { REPEATS_HEADER } from '#core/contract/endpoint.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { main, openSwap, quoted, walletHas } from './swap-page.ts';

test('HARD-05 a browser that sends every third request twice signs in and swaps within a minute', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  const account = await customer({ balances: { BTC: '1' } });
  const twice: string[] = [];
  let asked = 0;
  // What a browser does by itself when a connection breaks that it had kept open.
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    // The page sends a request once more, not twice more. How often other requests come between the two
    // depends on the machine's speed, so a repetition is never the one that is doubled.
    const repeats = REPEATS_HEADER in request.headers();
    if (repeats || request.method() !== 'POST') return route.continue();
    asked += 1;
    if (asked % 3 > 0) return route.continue();
    twice.push(new URL(request.url()).pathname);
    await route.fetch();
    await route.fulfill({ response: await route.fetch() });
  });
  const begun = Date.now();
  await signIn(page, account);
  await openSwap(page);
  await quoted(page, '0.1');
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible({
    timeout: 60_000,
  });
  expect(Date.now() - begun).toBeLessThan(60_000);
  await page.goto('/wallet');
  await walletHas(page, 'Bitcoin', '0.9 BTC');
  expect(twice.length).toBeGreaterThan(2);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});
