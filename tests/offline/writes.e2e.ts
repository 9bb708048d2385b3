import { type BrowserContext, expect, type Request } from '@playwright/test';
import { snapshotPaths } from '#core/snapshot.ts';
import { signIn, test } from '#tests/support/e2e.ts';
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

test('PWA-04 every POST is answered by the server, and no cache holds an answer of the API', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  const posts = collectPosts(context);
  await page.reload();
  await expect(page.getByTestId('total')).toBeVisible();
  // Leaving a page ends what it still asks for, and a snapshot is shown before the answer.
  await page.waitForLoadState('networkidle');
  await page.goto('/swap');
  await expect(page.getByText(/^I have [\d.,]+/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.goto('/transactions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');

  const fromPage = posts.filter((request) => !request.serviceWorker());
  const fromWorker = posts.filter((request) => request.serviceWorker());
  const answered: string[] = [];
  for (const request of fromPage) {
    // A read that was under way when its page was left has no answer to look at.
    const response = await request.response();
    if (!response) continue;
    const path = pathOf(request);
    expect([path, response.fromServiceWorker()]).toEqual([path, keptReads.includes(path)]);
    answered.push(path);
  }
  for (const path of keptReads) {
    const count = (paths: readonly string[]): number => paths.filter((one) => one === path).length;
    // The worker let each of these reads through, once, and invented none.
    const through = count(fromWorker.map(pathOf));
    expect(through, path).toBeGreaterThanOrEqual(count(answered));
    expect(through, path).toBeLessThanOrEqual(count(fromPage.map(pathOf)));
  }
  expect(answered.filter((path) => keptReads.includes(path)).length).toBeGreaterThan(2);

  const cached = (await cachedPaths(page)).map(({ path }) => path);
  expect(cached.length).toBeGreaterThan(5);
  expect(cached.filter((path) => path.startsWith('/api') || path.startsWith('/sandbox'))).toEqual(
    [],
  );
});

test('PWA-05 what was pressed offline is sent neither now nor after reconnecting', {
  tag: '@core',
}, async ({ page, context, network, customer }) => {
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
  await expect(page.getByRole('link', { name: 'Bitcoin' })).toContainText('0.5 BTC');
});
