import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e.ts';
import { controlled, visit } from './worker.ts';

/** What a network that wants to be signed in to answers for everything. */
const portal = {
  contentType: 'text/html',
  body: '<!doctype html><title>Hotel</title><h1>Sign in to this network</h1>',
};

/** Answers the worker as a captive portal would, for some addresses; gives back how often it did. */
async function portalFor(context: BrowserContext, address: RegExp): Promise<() => number> {
  let answered = 0;
  await context.route(address, async (route) => {
    if (!route.request().serviceWorker()) return route.fallback();
    answered += 1;
    return route.fulfill(portal);
  });
  return () => answered;
}

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome back' });

for (const [what, address] of [
  ['the shell', /localhost:\d+\/(\?__WB_REVISION__=\w+)?$/],
  ['a script', /\/assets\/reset-password-page-[^/]+\.js$/],
  ['a picture', /\/coins\.svg(\?__WB_REVISION__=\w+)?$/],
] as const) {
  test(`PWA-02 a captive portal's page is never kept for ${what}: the worker waits for a better network`, async ({
    page,
    context,
  }) => {
    const answered = await portalFor(context, address);
    await page.goto('/');
    await expect.poll(answered).toBeGreaterThan(0);
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing),
      )
      .toBeFalsy();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await context.unrouteAll();
    // The next visit takes along what is missing.
    await visit(page, '/');
    await context.setOffline(true);
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await page.goto('/');
    await expect(welcome(page)).toBeVisible();
  });
}

test('PWA-02 a page that was evicted is put back only as it was built', async ({
  page,
  context,
}) => {
  await visit(page, '/');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await context.route('**/*', (route) => route.fulfill(portal));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in to this network' })).toBeVisible();
  await context.unrouteAll();
  await page.goto('/');
  await expect(welcome(page)).toBeVisible();
  await controlled(page);
});
