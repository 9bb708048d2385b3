import { expect, type Page } from '@playwright/test';
import { signIn } from '#tests/support/e2e.ts';
import { buildOf, look, test } from './site.ts';
import { controlled, visit } from './worker.ts';

// The builds are made once for all of these.
test.describe.configure({ mode: 'default', timeout: 240_000 });

const offer = (page: Page) => page.getByText('A new version is ready.');
const updateNow = (page: Page) => page.getByRole('button', { name: 'Update now' });
const amountField = (page: Page) => page.getByRole('textbox', { name: /^I have/ });
const swapButton = (page: Page) => page.getByRole('button', { name: 'Swap', exact: true });
/** The browser may wait for half a minute before a new worker takes over, and the page does (`ACTIVATION_MS`). */
const PATIENCE = { timeout: 110_000 };
/** What the page says and which workers there are, told where it does not come to run the build. */
const stateOf = async (page: Page) => ({
  build: await buildOf(page),
  ...(await page
    .evaluate(async () => {
      const found = await navigator.serviceWorker.getRegistration();
      const { held = [] } = await navigator.locks.query();
      return {
        said: document.querySelector('[role="status"] > .toast')?.textContent,
        workers: [found?.installing, found?.waiting, found?.active].map((one) => one?.state),
        locks: held.map(({ name }) => name),
      };
    })
    .catch(() => undefined)),
});
const runs = (page: Page, build: string) =>
  // As a text: of an object, a failure would tell only the expected part.
  expect
    .poll(async () => JSON.stringify(await stateOf(page)), PATIENCE)
    .toContain(JSON.stringify({ build }).slice(1, -1));

/** Counts how often a page is loaded from here on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Has the browser look for a new version, whatever waits already. */
const lookAnyway = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // The next build may be laid out under it: what it finds is not what is tested.
    void (await navigator.serviceWorker.ready).update().catch(() => undefined);
  });

test('PWA-06 a new version is offered and never loads by itself', async ({ page, app }) => {
  await visit(page, '/');
  const loads = countLoads(page);
  // What lies below it takes the presses that were on their way there when it came.
  const first = page.evaluate(
    () =>
      new Promise<string>((seen) => {
        new MutationObserver(() => {
          const shown = document.querySelector('[role="status"] > .toast');
          if (shown) seen(getComputedStyle(shown).pointerEvents);
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await app.deploy('second');
  await look(page);
  await expect(offer(page)).toBeVisible();
  expect(await first).toBe('none');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(offer(page)).toBeHidden();
  await look(page);
  expect(await isWaiting(page)).toBe(true);
  // The visitor goes on in the same document, and the browser looks again: a load that comes late is seen.
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await lookAnyway(page);
  expect(await isWaiting(page)).toBe(true);
  expect([await buildOf(page), loads()]).toEqual(['first', 0]);
});

test('PWA-06 accepting loads the new version here; another tab stays until its customer agrees', async ({
  page,
  context,
  app,
}) => {
  await visit(page, '/');
  const other = await context.newPage();
  await visit(other, '/reset-password');
  const loads = countLoads(other);
  await app.deploy('second');
  await look(page);
  await updateNow(page).click();
  await runs(page, 'second');
  await expect(offer(page)).toBeHidden();
  await expect(offer(other)).toBeVisible();
  expect([await buildOf(other), loads()]).toEqual(['first', 0]);
  await updateNow(other).click();
  await runs(other, 'second');
});

test('PWA-06 accepted during a swap in another tab, it waits, and finishes after it', {
  tag: '@core',
}, async ({ page, context, app, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await controlled(page);
  await page.goto('/swap');
  const other = await context.newPage();
  await visit(other, '/transactions');
  const loads = countLoads(page);
  await amountField(page).fill('0.1');
  await expect(swapButton(page)).toBeEnabled();

  await app.deploy('second');
  await look(other);
  await updateNow(other).click();
  await expect(other.getByText('The update will finish after your swap.')).toBeVisible();
  expect(await isWaiting(other)).toBe(true);
  expect(await buildOf(other)).toBe('first');

  // A tab behind another hardly draws, and a press waits until the button stands still.
  await page.bringToFront();
  // A press just after the amount was replaced was aimed at the one before and is not taken (EASE-04).
  await expect(async () => {
    if (await swapButton(page).isVisible()) await swapButton(page).click({ timeout: 5_000 });
    const swapped = page.getByRole('heading', { name: /^You swapped 0\.1 BTC for/ });
    await expect(swapped).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Done' }).click();
  await runs(other, 'second');
  // The customer goes on in the same document: a load that comes late is seen.
  await amountField(page).fill('0.2');
  await expect(page.locator('dl')).toContainText('You pay0.2 BTC');
  expect([await buildOf(page), loads()]).toEqual(['first', 0]);
});

test('PWA-06 accepted over a half-filled form of the same tab, it waits for it too', async ({
  page,
  app,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await controlled(page);
  await page.goto('/swap');
  await amountField(page).fill('0.1');
  await expect(swapButton(page)).toBeEnabled();
  await app.deploy('second');
  await look(page);
  const loads = countLoads(page);
  await updateNow(page).click();
  await expect(page.getByText('The update will finish after your swap.')).toBeVisible();
  await amountField(page).fill('0.2');
  await expect(page.locator('dl')).toContainText('You pay0.2 BTC');
  expect([await buildOf(page), loads()]).toEqual(['first', 0]);
  await amountField(page).fill('');
  await runs(page, 'second');
});

test('PWA-06 accepted while a page asks the server without a pause, the new version still comes', async ({
  page,
  app,
}) => {
  await visit(page, '/');
  await app.deploy('second');
  await look(page);
  await expect(offer(page)).toBeVisible();
  // The first requests come while the browser stops the old worker, and start it again; the later ones keep it busy.
  await page.evaluate(() => {
    const ask = (): void => void fetch('/livez').then((answer) => answer.text());
    const all = setInterval(ask, 40);
    setTimeout(() => {
      clearInterval(all);
      setInterval(ask, 5_000);
    }, 5_000);
  });
  await updateNow(page).click();
  await runs(page, 'second');
});

test('PWA-06 a tab of the old build still loads its parts after the new one is active', async ({
  page,
  context,
  app,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await controlled(page);
  const part = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.includes('precache')) ?? '';
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => url).find((url) => /swap-page-[^/]*\.js$/.test(url)) ?? '';
  });
  const other = await context.newPage();
  await visit(other, '/transactions');
  await app.deploy('second');
  await look(other);
  await updateNow(other).click();
  await runs(other, 'second');
  // Servers have it for a week more; the device needs none of them for it.
  await context.route(part, (route) => route.abort());
  const status = await page.evaluate(async (url) => (await fetch(url)).status, part);
  expect(status).toBe(200);
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect(amountField(page)).toBeVisible();
  expect(await buildOf(page)).toBe('first');
  expect(await page.evaluate(() => document.documentElement.dataset.swapPage)).toBe('first');
});

test('PWA-06 a version that waits is offered to every page that is opened, and taken by none of itself', async ({
  page,
  context,
  app,
}) => {
  await visit(page, '/');
  await app.deploy('second');
  await look(page);
  await expect(offer(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/reset-password');
  await expect(offer(other)).toBeVisible();
  expect(await buildOf(other)).toBe('first');
  await other.close();
  await page.reload();
  await expect(offer(page)).toBeVisible();
  expect(await buildOf(page)).toBe('first');
});

test('PWA-06 PWA-02 accepted while a still newer version is being downloaded, both work offline', async ({
  page,
  context,
  network,
  app,
}) => {
  await visit(page, '/');
  await app.deploy('second');
  await look(page);
  await expect(offer(page)).toBeVisible();

  // The newest has its shell already, and not yet everything.
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await context.route(/\/terms-and-conditions\?__WB_REVISION__=/, async (route) => {
    arrived.resolve();
    await gate.promise;
    await route.continue();
  });
  await app.deploy('headers');
  await lookAnyway(page);
  await arrived.promise;
  await updateNow(page).click();
  await runs(page, 'second');
  gate.resolve();
  await expect.poll(() => isWaiting(page)).toBe(true);
  await network.cut();
  expect((await page.goto('/wallet'))?.fromServiceWorker()).toBe(true);
  await runs(page, 'second');
  await network.restore();

  await look(page);
  await updateNow(page).click();
  await runs(page, 'first');
  await network.cut();
  for (const path of ['/', '/terms-and-conditions']) {
    const response = await page.goto(path);
    expect([path, response?.fromServiceWorker(), response?.status()]).toEqual([path, true, 200]);
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  // This one and the one it replaced.
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => name.includes('precache'))).toHaveLength(2);
});

test('PWA-02 a deploy that changes the headers only reaches who has the app', async ({
  page,
  app,
}) => {
  await visit(page, '/');
  const policy = async () => {
    const response = await page.goto('/');
    expect(response?.fromServiceWorker()).toBe(true);
    return (await response?.headerValue('content-security-policy')) ?? '';
  };
  expect(await policy()).not.toContain('https://cards.example');
  await app.deploy('headers');
  await look(page);
  const loaded = page.waitForEvent('load', PATIENCE);
  await updateNow(page).click();
  await loaded;
  expect(await policy()).toContain('https://cards.example');
  const legal = await page.goto('/privacy-policy');
  expect(legal?.fromServiceWorker()).toBe(true);
  expect(await legal?.headerValue('content-security-policy')).toContain('https://cards.example');
});

test('HARD-09 “Later” silences that version only', async ({ page, app }) => {
  await visit(page, '/');
  await app.deploy('second');
  await look(page);
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(offer(page)).toBeHidden();
  await look(page);
  await lookAnyway(page);
  await expect(offer(page)).toBeHidden();
  await app.deploy('headers');
  await look(page);
  await expect(offer(page)).toBeVisible();
  await updateNow(page).click();
  await runs(page, 'first');
});

test('HARD-01 a worker script that is cut short, foreign or empty leaves the build that serves', async ({
  page,
  app,
  problems,
}) => {
  problems.allow(/SyntaxError|Unexpected/);
  await visit(page, '/');
  const right = await (await fetch(`${app.url}/sw.js`)).text();
  const update = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.ready).update().then(
        () => 'taken',
        () => 'refused',
      ),
    );
  const foreign = ['{"error":"try later"}', 'Service unavailable', '<!doctype html><p>Hotel</p>'];
  for (const script of [right.slice(0, -200), ...foreign]) {
    await app.deployWorker(script);
    expect([script.slice(0, 20), await update()]).toEqual([script.slice(0, 20), 'refused']);
  }
  // A browser takes an empty one; it waits, and nobody is asked to load it.
  await app.deployWorker('');
  expect(await update()).toBe('taken');
  await expect.poll(() => isWaiting(page)).toBe(true);
  await look(page);
  await update();
  await expect(offer(page)).toBeHidden();
  await app.deploy('second');
  await look(page);
  await updateNow(page).click();
  await runs(page, 'second');
});
