import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { snapshotPaths } from '#core/snapshot.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { cachedPaths, controlled } from './worker.ts';

const keptReads: readonly string[] = Object.values(snapshotPaths).map((path) => `/api${path}`);
const pathOf = (request: Request): string => new URL(request.url()).pathname;

function collectPosts(context: BrowserContext): readonly Request[] {
  const posts: Request[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request);
  });
  return posts;
}

const ASKED = 'asked by pages';

/**
 * Has pages write down the paths that they ask for while the worker serves them: of a request that the worker answers,
 * the browser tells only once it is answered. They write into the storage of their tab, before they ask: what they tell
 * the test itself is lost when they are left at once.
 */
const noteAsked = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((name) => {
    const ask = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (navigator.serviceWorker.controller) {
        sessionStorage.setItem(name, `${sessionStorage.getItem(name) ?? ''} ${url.pathname}`);
      }
      return ask(input, init);
    };
  }, ASKED);

const askedBy = (page: Page): Promise<readonly string[]> =>
  page.evaluate((name) => (sessionStorage.getItem(name) ?? '').split(' '), ASKED);

test('PWA-04 every POST is answered by the server, and no cache holds an answer of the API', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  await withoutStream(context);
  await noteAsked(context);
  const posts = collectPosts(context);
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  const unserved = posts.length;

  /** Of the reads of pages so far, those that have an answer: path, and whether the worker gave it. */
  const answers = async (): Promise<readonly (readonly [path: string, byWorker: boolean])[]> => {
    const fromPage = posts.slice(unserved).filter((request) => !request.serviceWorker());
    const all = await Promise.all(
      fromPage.map(async (request) => {
        const response = await request.response();
        return response ? [[pathOf(request), response.fromServiceWorker()] as const] : [];
      }),
    );
    return all.flat();
  };
  const answered = async (): Promise<readonly string[]> =>
    (await answers()).filter(([, byWorker]) => byWorker).map(([path]) => path);

  for (const path of ['/wallet', '/swap', '/transactions']) {
    const before = (await answered()).length;
    await page.goto(path);
    // Leaving a page ends what it still asks for.
    await expect.poll(async () => (await answered()).length).toBeGreaterThan(before);
  }

  for (const [path, byWorker] of await answers()) {
    expect([path, byWorker]).toEqual([path, keptReads.includes(path)]);
  }
  const fromWorker = posts.filter((request) => request.serviceWorker()).map(pathOf);
  const asked = await askedBy(page);
  for (const path of new Set([...keptReads, ...fromWorker])) {
    const count = (paths: readonly string[]): number => paths.filter((one) => one === path).length;
    // The worker let each of these reads through, once, and invented none.
    expect(count(fromWorker), path).toBeGreaterThanOrEqual(count(await answered()));
    expect(count(fromWorker), path).toBeLessThanOrEqual(count(asked));
  }

  const cached = (await cachedPaths(page)).map(({ path }) => path);
  expect(cached.length).toBeGreaterThan(5);
  expect(cached.filter((path) => path.startsWith('/api') || path.startsWith('/sandbox'))).toEqual(
    [],
  );
});

test('PWA-05 what was pressed offline is sent neither now nor after reconnecting', {
  tag: '@core',
}, async ({ page, context, network, customer }) => {
  await withoutStream(context);
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  await page.goto('/swap');
  const amount = page.getByRole('textbox', { name: /^I have/ });
  await amount.fill('0.1');
  const swap = page.getByRole('button', { name: 'Swap', exact: true });
  await expect(swap).toBeEnabled();
  await network.cut();
  await expect(page.getByText(/^You are offline|^Offline/).first()).toBeVisible();
  const posts = collectPosts(context);
  await page.locator('main').getByRole('button').last().press('Enter');
  await page.keyboard.press('Enter');
  await network.restore();
  // Back online for certain: the wallet's own read reached the server.
  await page.goto('/wallet');
  await expect(page.getByText(/^Total Account Balance$/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sent = posts.map(pathOf);
  expect(sent).toContain(`/api${snapshotPaths.wallet}`);
  expect(sent.filter((path) => path.endsWith('/confirm-swap'))).toEqual([]);
  // Nothing waits on the device to be sent by somebody else.
  const waiting = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const sync = 'sync' in registration ? registration.sync : undefined;
    const tags =
      sync && 'getTags' in Object(sync) ? await Reflect.apply(Object(sync).getTags, sync, []) : [];
    const intents = Object.keys(localStorage).filter((key) => key.startsWith('kopa-intent'));
    return { tags, intents };
  });
  expect(waiting).toEqual({ tags: [], intents: [] });
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
});
