import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { look } from './site.ts';
import { cachedPaths, controlled, deviceRecords, keptOnDevice, visit } from './worker.ts';

const VENDOR = '/assets/vendor-[\\w-]+\\.js';
const ENTRY = '/assets/index-[\\w-]+\\.js';
const SWAP = '/assets/swap-page-[\\w-]+\\.js';

/** Puts another content into the kept files whose path matches, as a broken disk would. */
const damage = (page: Page, path: string, content: string): Promise<number> =>
  page.evaluate(
    async ([pattern, text]) => {
      let damaged = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!new RegExp(`^${pattern}$`).test(new URL(request.url).pathname)) continue;
          const headers = { 'content-type': 'text/javascript' };
          await cache.put(request, new Response(text, { headers }));
          damaged += 1;
        }
      }
      return damaged;
    },
    [path, content] as const,
  );

/** From here on the server's answer for these files is another, though with status 200. */
async function answerWith(context: BrowserContext, path: string, body: string) {
  const pattern = new RegExp(path);
  let answered = 0;
  await context.route(pattern, async (route) => {
    await route.fulfill({ body, contentType: 'text/javascript' });
    answered += 1;
  });
  return { answered: () => answered, rightAgain: () => context.unroute(pattern) };
}

const bitcoin = (page: Page) => page.getByRole('link', { name: /^Bitcoin/ });

test('HARD-01 a truncated file at the first installation is not kept, and a later try succeeds by itself', async ({
  page,
  context,
}) => {
  const server = await answerWith(context, SWAP, 'export const SwapPa');
  await page.goto('/');
  // Once as the page would get it, once past the HTTP cache.
  await expect.poll(server.answered).toBe(2);
  await expect
    .poll(() => page.evaluate(async () => await navigator.serviceWorker.getRegistration()))
    .toBeUndefined();
  expect((await cachedPaths(page)).filter(({ path }) => new RegExp(SWAP).test(path))).toEqual([]);
  await server.rightAgain();
  await look(page);
  await controlled(page);
  expect((await cachedPaths(page)).filter(({ path }) => new RegExp(SWAP).test(path))).toHaveLength(
    1,
  );
});

test('HARD-02 a damaged part of a page is fetched again, and the page goes on', async ({
  page,
  customer,
  problems,
}) => {
  problems.allow(/Missing initializer in const declaration/);
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await controlled(page);
  await page.reload();
  await expect(bitcoin(page)).toBeVisible();
  expect(await damage(page, SWAP, 'export const SwapPa')).toBe(1);
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect(page.getByRole('textbox', { name: /^I have/ })).toBeVisible();
  await expect(page).toHaveURL(/\/swap$/);
});

test('HARD-02 an app with a damaged file says so offline, and starts once there is a network', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await controlled(page);
  await page.reload();
  await expect(bitcoin(page)).toBeVisible();
  // With a route, the browser takes nothing from its memory, as after a cold start.
  await context.route('**/no-such-file', (route) => route.abort());
  // Offline, for otherwise the worker may find it before the page does.
  await network.cut();
  // An empty script is a right one, as far as the browser can tell.
  expect(await damage(page, ENTRY, '')).toBe(1);
  await page.reload();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(
    'A file of the app on this device is missing or damaged. It can be replaced once you are connected.',
  );
  await network.restore();
  await expect(alert).toHaveCount(0);
  await expect(bitcoin(page)).toContainText('1 BTC');
});

test('HARD-02 an app that cannot start twice offers to repair itself, which keeps session and snapshots', async ({
  page,
  context,
  network,
  customer,
  problems,
}) => {
  problems.allow(/Unexpected|SyntaxError/);
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await controlled(page);
  await page.reload();
  await keptOnDevice(page, 'wallet');
  await expect(bitcoin(page)).toBeVisible();
  const vault = (await deviceRecords(page)).vault;
  const server = await answerWith(context, VENDOR, 'export const react');
  await damage(page, VENDOR, 'export const react');
  await page.reload();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The app did not load.');
  await expect(alert).not.toContainText('connection');
  await page.reload();
  const repair = page.getByRole('button', { name: 'Repair the app' });
  await expect(repair).toBeVisible();
  await expectAccessible(page);
  await network.cut();
  await repair.click();
  await expect(page.getByText('our server cannot be reached')).toBeVisible();
  await network.restore();
  await server.rightAgain();
  await repair.click();
  await expect(bitcoin(page)).toContainText('1 BTC');
  const records = await deviceRecords(page);
  expect(records.vault).toBe(vault);
  expect(Object.keys(records)).toContain('snapshot-wallet');
  await controlled(page);
  await network.cut();
  await page.reload();
  await expect(bitcoin(page)).toContainText('1 BTC');
});

test('HARD-03 missing files are completed in the background, whatever page is opened', async ({
  page,
  network,
}) => {
  await visit(page, '/');
  const before = (await cachedPaths(page)).map(({ path }) => path).sort();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (/withdraw-page|vendor|terms/.test(request.url)) await cache.delete(request);
      }
    }
  });
  expect((await cachedPaths(page)).length).toBeLessThan(before.length - 4);
  await page.goto('/cookie-policy');
  await expect
    .poll(async () => (await cachedPaths(page)).map(({ path }) => path).sort(), { timeout: 20_000 })
    .toEqual(before);
  await network.cut();
  await page.goto('/terms-and-conditions');
  await expect(page.getByText('Last updated 22/08/2025')).toBeVisible();
});
