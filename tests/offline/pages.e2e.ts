import { expect, type Page } from '@playwright/test';
import { legalPaths, routes } from '#core/routes.ts';
import { demo } from '#tests/support/accounts.ts';
import { appRuns, signIn, test } from '#tests/support/e2e.ts';
import { crowdAt } from './crowd.ts';
import { cachedPaths, controlled, keptOnDevice, visit } from './worker.ts';

const comesFromWorker = async (page: Page, path: string): Promise<void> => {
  const response = await page.goto(path);
  expect(response?.fromServiceWorker(), path).toBe(true);
  expect(response?.status(), path).toBe(200);
};

/** Paths of scripts, styles and pictures that a page asked for from here on and did not get. */
function missed(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url());
    const left = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!left && !/^\/(api\/|healthz$)/.test(pathname)) paths.push(pathname);
  });
  return paths;
}

test('PWA-02 the worker is active and its precache is exactly the list it was built with', async ({
  page,
  app,
}) => {
  await visit(page, '/');
  const script = await (await fetch(`${app.url}/sw.js`)).text();
  const listed = [...script.matchAll(/"?revision"?:(?:null|"\w+"),"?url"?:"([^"]+)"/g)]
    .map(([, url = '']) => new URL(url, app.url).pathname)
    .sort();
  expect(listed).toEqual(expect.arrayContaining(['/', '/privacy-policy', '/icon.svg']));
  const kept = await cachedPaths(page);
  expect(kept.map(({ path }) => path).sort()).toEqual(listed);
  // One cache, and nothing in it that is not the build's.
  expect(new Set(kept.map(({ cache }) => cache)).size).toBe(1);
});

test('PWA-02 a first worker asks for several files at a time, and leaves the page a way of its own', async ({
  page,
  app,
}) => {
  const crowd = await crowdAt(app.url);
  await visit(page, crowd.url);
  expect(crowd.most).toBeGreaterThan(1);
  expect(crowd.most).toBeLessThanOrEqual(4);
  await crowd.stop();
});

test('PWA-02 offline the shell and a deep route reload from the worker', { tag: '@core' }, async ({
  page,
  network,
}) => {
  await visit(page, '/');
  await network.cut();
  const missing = missed(page);
  for (const path of ['/', '/reset-password', '/wallet']) await comesFromWorker(page, path);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(missing).toEqual([]);
});

test('PWA-02 a start from the worker asks for its scripts in the way that finds them compiled, and once', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname);
  });
  const relations = () =>
    page
      .locator('link[rel=preload][as=script], link[rel=modulepreload]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('rel')))]);
  await visit(page, '/');
  await appRuns(page);
  expect(await relations()).toContain('modulepreload');
  asked.length = 0;
  await page.goto('/');
  await appRuns(page);
  expect(await relations()).toEqual(['preload']);
  expect(asked).toContainEqual(expect.stringMatching(/^\/assets\/vendor-/));
  expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
});

test.describe(() => {
  test.use({
    userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  });
  test('PWA-02 a browser that makes no module of a preloaded script is told that the parts are modules', async ({
    page,
  }) => {
    await visit(page, '/');
    await appRuns(page);
    await page.goto('/');
    await appRuns(page);
    const early = page.locator('head link[rel=modulepreload][href*="/vendor-"]');
    await expect(early).toHaveCount(1);
    // Neither does a part that is asked for later come as a script.
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
    await expect(
      page.locator('link[rel=modulepreload][href*="/reset-password-page-"]'),
    ).toHaveCount(1);
    await expect(page.locator('link[rel=preload][as=script]')).toHaveCount(0);
  });
});

test('PWA-02 what the browser took from the precache is fetched once and kept again', async ({
  page,
  network,
}) => {
  await visit(page, '/');
  const before = (await cachedPaths(page)).map(({ path }) => path).sort();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (/\/(index-[\w-]+\.js|cookie-policy|)(\?|$)/.test(request.url))
          await cache.delete(request);
      }
    }
  });
  expect(await cachedPaths(page)).toHaveLength(before.length - 3);
  await page.goto('/cookie-policy');
  await page.goto('/');
  await expect
    .poll(async () => (await cachedPaths(page)).map(({ path }) => path).sort())
    .toEqual(before);
  await network.cut();
  await comesFromWorker(page, '/wallet');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('PWA-02 every route opens offline after one visit, each with its own lazy part and pictures', async ({
  page,
  network,
}) => {
  await signIn(page, demo.customer);
  await controlled(page);
  await keptOnDevice(page, 'wallet');
  await network.cut();
  const missing = missed(page);
  for (const { path, access } of routes) {
    if (access === 'document') continue;
    await comesFromWorker(
      page,
      path.replace(':section', 'account').replace(':kind/:id', 'request/none'),
    );
    await expect(page.locator('main').getByRole('heading').first(), path).toBeAttached();
    await expect(page.getByText('This page did not load'), path).toHaveCount(0);
    if (path === '/wallet') await expect(page.getByRole('link', { name: /Bitcoin/ })).toBeVisible();
  }
  expect(missing).toEqual([]);
});

test('LEGAL-04 PWA-02 one visit to any page, and every legal page reads offline', async ({
  page,
  network,
}) => {
  await visit(page, '/reset-password');
  await network.cut();
  for (const path of legalPaths) {
    const titles = new Set<string>();
    for (const address of [path, `${path}/`, `${path}?lang=en&utm_source=a`, `${path}/?a=1#b`]) {
      await comesFromWorker(page, address);
      await expect(page.getByText('Last updated 22/08/2025'), address).toBeVisible();
      titles.add(await page.title());
    }
    expect(titles.size, path).toBe(1);
  }
});

test('OPS-10 PWA-02 the status page opens from the device, and says that there is no connection', async ({
  page,
  network,
}) => {
  await visit(page, '/');
  await network.cut();
  for (const address of ['/status', '/status/', '/status?from=app']) {
    await comesFromWorker(page, address);
    await expect(page.getByRole('status')).toHaveText(
      'This device has no connection, so we cannot ask Kopa.',
    );
    await expect(page.getByText('nothing is sent or charged twice')).toBeVisible();
  }
});

test('HARD-39 LEGAL-04 after one legal page alone, all of them and the app open offline', {
  tag: '@core',
}, async ({ page, network }) => {
  await visit(page, '/privacy-policy');
  await network.cut();
  for (const path of legalPaths) {
    await comesFromWorker(page, path);
    await expect(page.getByText('Last updated 22/08/2025'), path).toBeVisible();
  }
  await comesFromWorker(page, '/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('PWA-02 a missing asset and an unknown page are the server’s 404, never the shell', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 404/);
  await visit(page, '/');
  const status = (path: string) =>
    page.evaluate(async (address) => {
      const response = await fetch(address);
      return [response.status, (response.headers.get('content-type') ?? '').includes('html')];
    }, path);
  expect(await status('/assets/index-gone.js')).toEqual([404, false]);
  const unknown = await page.goto('/no-such-page');
  expect(unknown?.status()).toBe(404);
});

test('PWA-02 without a connection the app does not claim that there is no such page', async ({
  page,
  network,
  problems,
}) => {
  problems.allow(/status of 404/);
  await visit(page, '/');
  await network.cut();
  await comesFromWorker(page, '/no-such-page');
  const nothing = page.getByText('There is nothing at this address');
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible();
  await expect(nothing).toHaveCount(0);
  // What only the server has is not spoken for.
  await expect(page.goto('/not-me?token=1')).rejects.toThrow(/ERR_/);
  await page.waitForURL('chrome-error://chromewebdata/', { waitUntil: 'commit' });
  await page.goto('/no-such-page');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await network.restore();
  await expect(nothing).toBeVisible();
});

test('PWA-02 a payment return asks the server first, and offline the app answers', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/');
  for (const path of ['/success?id=1', '/decline', '/fail', '/cancel/']) {
    const asked = context.waitForEvent(
      'request',
      (request) => request.serviceWorker() !== null && request.url().endsWith(path),
    );
    await page.goto(path);
    await asked;
    // Opened by itself it leads on; until then it may still take the mark that is left below.
    await page.waitForURL('/');
  }
  await network.cut();
  for (const path of ['/success?id=1', '/decline', '/fail', '/cancel']) {
    // As in a tab that was left for the payment page.
    await page.evaluate(() => sessionStorage.setItem('kopa-paying', 'yes'));
    await comesFromWorker(page, path);
    await expect(page.getByText('You are back from the payment page')).toBeVisible();
    await expect(page.getByText('You are offline.')).toBeVisible();
  }
});

test('PWA-04 offline the wallet of the last answer opens on its own', async ({ page, network }) => {
  await signIn(page, demo.customer);
  await controlled(page);
  await page.reload();
  await keptOnDevice(page, 'wallet');
  const total = page.getByTestId('total');
  await network.cut();
  // Prices move: only from here on does no other answer come.
  await expect(page.getByText(/^Offline · showing/)).toBeVisible();
  const before = await total.textContent();
  await comesFromWorker(page, '/wallet?source=installed');
  await expect(page.getByText(/^Total Account Balance at /)).toBeVisible();
  await expect(total).toHaveText(before ?? '');
});

test('HARD-78 an address with a slash or the document’s name at its end opens as its page does, and what needs the network says so before the press', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  await page.goto('/transactions');
  await keptOnDevice(page, 'wallet', 'history');
  await network.cut();
  for (const path of ['/index.html', '/wallet/', '/wallet/index.html']) {
    await comesFromWorker(page, path);
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(page.getByTestId('total')).toHaveText(/^AU\$/);
  }
  await page.goto('/transactions/');
  await page.getByRole('link', { name: /0\.5 BTC/ }).click();
  const save = page.getByRole('button', { name: 'Save receipt (PDF)' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toHaveAccessibleDescription(/needs a connection/);
});
