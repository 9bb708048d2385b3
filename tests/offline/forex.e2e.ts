import { type BrowserContext, expect, type Page } from '@playwright/test';
import { FOREX_AGE_HEADER } from '#core/money/exchange-rates.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { controlled, deviceRecords, visit } from './worker.ts';

const RATES = '/api/forex?base=USD';
const MINUTE_MS = 60_000;

/** Counts what the worker asks the server for. */
function asked(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.serviceWorker() !== null && request.url().endsWith(RATES)) count++;
  });
  return () => count;
}

/** The worker's answer: its age in seconds, 'network' or 'failed'. */
const ages = (page: Page): Promise<string> =>
  page.evaluate(
    async ([address, header]) => {
      try {
        const response = await fetch(address);
        await response.json();
        return response.headers.get(header) ?? 'network';
      } catch {
        return 'failed';
      }
    },
    [RATES, FOREX_AGE_HEADER] as const,
  );

/** Makes the kept rates older, as time does. */
const age = (page: Page, ms: number): Promise<void> =>
  page.evaluate(async (older) => {
    const request = indexedDB.open('kopa-device');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const [storeName = ''] = database.objectStoreNames;
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    const read = store.get('forex');
    await new Promise<void>((resolve) => {
      read.onsuccess = () =>
        store.put({ ...read.result, fetchedAt: read.result.fetchedAt - older }, 'forex');
      store.transaction.oncomplete = () => resolve();
    });
    database.close();
  }, ms);

test('PWA-03 rates are fetched once an hour; offline stale ones are flagged, and end after a day', {
  tag: '@core',
}, async ({ page, context, network }) => {
  const count = asked(context);
  await visit(page, '/reset-password');
  const before = count();
  expect(await ages(page)).toBe('network');
  await expect.poll(async () => Object.keys(await deviceRecords(page))).toContain('forex');
  expect(Number(await ages(page))).toBeLessThan(60);
  expect(Number(await ages(page))).toBeLessThan(60);
  expect(count() - before).toBe(1);

  await age(page, 61 * MINUTE_MS);
  expect(await ages(page)).toBe('network');
  expect(count() - before).toBe(2);

  await network.cut();
  await age(page, 120 * MINUTE_MS);
  expect(Number(await ages(page))).toBeGreaterThanOrEqual(7_200);
  await age(page, 23 * 60 * MINUTE_MS);
  expect(await ages(page)).toBe('failed');
});

test('PWA-03 a refusal or a foreign page is never kept as rates', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/reset-password');
  let body: { status: number; contentType: string; body: string } = {
    status: 503,
    contentType: 'application/json',
    body: '{"rates":{"AUD":"9"},"date":"2026-01-01"}',
  };
  await context.route('**/api/forex*', (route) => route.fulfill(body));
  await ages(page);
  body = { status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' };
  await ages(page);
  expect(await deviceRecords(page)).not.toHaveProperty('forex');
  await network.cut();
  expect(await ages(page)).toBe('failed');
});

test('PWA-03 offline the wallet says of when its exchange rates are', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  await page.evaluate(() => sessionStorage.removeItem('forexRates'));
  await page.reload();
  // An answer still on its way would be kept for this visit after it was cleared below.
  await expect(page.getByTestId('total')).toContainText('AU$');
  await expect
    .poll(async () => Object.keys(await deviceRecords(page)))
    .toEqual(expect.arrayContaining(['forex', 'snapshot-wallet']));
  await network.cut();
  await age(page, 120 * MINUTE_MS);
  await page.evaluate(() => sessionStorage.removeItem('forexRates'));
  await page.reload();
  await expect(page.getByTestId('total')).toBeVisible();
  // Two hours ago may have been yesterday, which is said with its date.
  await expect(
    page.getByText(/^Exchange rates are from (\w{3} \d{1,2} at )?\d{1,2}:\d\d\s[AP]M/),
  ).toBeVisible();
});
