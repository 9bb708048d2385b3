import { expect, type Page } from '@playwright/test';
import { ApiClient } from '#tests/support/api-client.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { cachedPaths, controlled, deviceRecords, keptOnDevice } from './worker.ts';

const WALLET = '/exchange/get-wallet-list';
const total = (page: Page) => page.getByTestId('total');
const row = (page: Page, name: string) => page.getByRole('link', { name });

const logOut = async (page: Page): Promise<void> => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
};

/** Signs in and lets the worker keep the answers of both reads. */
async function keepSnapshots(page: Page, account: Parameters<typeof signIn>[1]): Promise<void> {
  await signIn(page, account);
  await controlled(page);
  await page.goto('/transactions');
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await page.goto('/wallet');
  await expect(total(page)).toBeVisible();
  await keptOnDevice(page, 'wallet', 'history');
}

test('PWA-04 the device’s database shows no reader a balance, an address or a token', async ({
  page,
  customer,
  app,
}) => {
  const account = await customer({ balances: { BTC: '0.18273645' } });
  const api = new ApiClient(app.url);
  const { user } = await api.signIn(account.email, account.password);
  await signIn(page, account);
  await controlled(page);
  const answered = page.waitForResponse(`**/api${WALLET}`);
  await page.goto('/wallet');
  const { res } = (await (await answered).json()) as { res: string };
  await keptOnDevice(page, 'wallet');
  const records = await deviceRecords(page);
  const { vault = '', ...others } = records;
  // Who it belongs to is all that the vault says; its key can be used, never read.
  expect(JSON.parse(vault)).toEqual({
    userId: user.id,
    epoch: expect.stringMatching(/^[0-9a-f]{32}$/),
    key: { type: 'secret', extractable: false },
  });
  const dump = JSON.stringify(others);
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? ''));
  const secrets = ['18273645', 'BTC', account.email, session.token, session.refreshToken];
  // Not even the answer as it travelled, whose key every page knows.
  for (const secret of [...secrets, res.slice(0, 24)]) expect(dump).not.toContain(secret);
});

test('PWA-04 PWA-02 no cache holds an answer of the API, and no call is answered by the worker', async ({
  page,
  context,
  network,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '1' } });
  await signIn(page, account);
  await controlled(page);
  const answers: { path: string; worker: boolean }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && response.request().method() === 'POST') {
      answers.push({ path: pathname, worker: response.fromServiceWorker() });
    }
  });
  await page.goto('/transactions');
  await page.goto('/swap');
  await page.getByRole('textbox', { name: /^I have/ }).fill('0.1');
  await expect(page.getByRole('button', { name: 'Swap', exact: true })).toBeEnabled();
  // The worker passes the two reads on that it keeps, and has no hand in any other.
  const passedOn = new Set(answers.filter(({ worker }) => worker).map(({ path }) => path));
  expect([...passedOn].sort()).toEqual([
    '/api/exchange/get-wallet-list',
    '/api/exchange/transaction-history',
  ]);
  const untouched = answers.filter(({ worker }) => !worker).map(({ path }) => path);
  expect(untouched).toContain('/api/exchange/swap-crypto');
  expect((await cachedPaths(page)).filter(({ path }) => path.startsWith('/api'))).toEqual([]);

  await network.cut();
  const calls = answers.map(({ path }) => path);
  const epoch = JSON.parse((await deviceRecords(page)).vault ?? '{}').epoch as string;
  const failed = await page.evaluate(
    ([paths, current]) =>
      Promise.all(
        paths.map((path) =>
          fetch(path, { method: 'POST', headers: { 'x-kopa-epoch': current } }).then(
            () => false,
            () => true,
          ),
        ),
      ),
    [calls, epoch] as const,
  );
  expect(failed.every(Boolean)).toBe(true);
  await context.setOffline(false);
});

test('PWA-05 what is submitted offline is not sent, neither now nor later', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  await page.goto('/');
  await controlled(page);
  const form = page.locator('form');
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await network.cut();
  await expect(page.getByText(/Signing in needs a connection/).first()).toBeVisible();
  await form.getByLabel('Password', { exact: true }).press('Enter');
  await network.restore();
  await expect(page.getByText(/Signing in needs a connection/)).toHaveCount(0);
  // Something that was queued would leave before what is asked for now.
  await page.evaluate(() => fetch('/healthz'));
  expect(network.sent('/users/login')).toBe(0);
  await expect(form.getByLabel('Email')).toHaveValue(account.email);
  const queues = await page.evaluate(async () => {
    const registration: ServiceWorkerRegistration & {
      readonly sync?: { getTags(): Promise<string[]> };
    } = await navigator.serviceWorker.ready;
    return (await registration.sync?.getTags()) ?? [];
  });
  expect(queues).toEqual([]);
});

test('PWA-04 PWA-05 offline the transactions of the last answer are shown with their age', async ({
  page,
  network,
  customer,
}) => {
  await keepSnapshots(page, await customer({ balances: { ETH: '2.5' } }));
  await network.cut();
  await page.goto('/transactions');
  await expect(page.getByText(/^Offline · showing what was saved at \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('2.5');
});

test('SESS-08 PWA-04 logging out in one tab shreds the snapshots and signs out the other', async ({
  page,
  context,
  customer,
}) => {
  await keepSnapshots(page, await customer({ balances: { BTC: '0.5' } }));
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(row(other, 'Bitcoin')).toContainText('0.5 BTC');
  await logOut(page);
  await expect(other).toHaveURL('/');
  await expect(other.getByText('0.5 BTC')).toHaveCount(0);
  const records = await deviceRecords(page);
  expect(Object.keys(records).filter((name) => name !== 'forex')).toEqual([]);
  await other.goto('/wallet');
  await expect(other).toHaveURL('/');
});

test('SESS-08 PWA-04 an answer in flight at logout is kept by nobody', async ({
  page,
  context,
  network,
  customer,
}) => {
  await keepSnapshots(page, await customer({ balances: { BTC: '0.5' } }));
  const before = (await deviceRecords(page)).vault;
  const held = await network.holdAnswers(WALLET);
  await page.goto('/wallet');
  await held.arrived;
  await logOut(page);
  expect(await deviceRecords(page)).not.toHaveProperty('vault');
  // The next customer's vault is open when the answer to the one before comes in.
  const next = await customer({ balances: { ETH: '3' } });
  await signIn(page, next);
  expect((await deviceRecords(page)).vault).not.toBe(before);
  const finished = context.waitForEvent(
    'requestfinished',
    (request) => request.serviceWorker() !== null && request.url().endsWith(WALLET),
  );
  await held.release();
  await finished;
  await expect(row(page, 'Ethereum')).toContainText('3 ETH');
  await page.reload();
  await keptOnDevice(page, 'wallet');
  await network.cut();
  await page.reload();
  await expect(row(page, 'Ethereum')).toContainText('3 ETH');
  await expect(row(page, 'Bitcoin')).not.toContainText('0.5');
});

test('PWA-04 the next customer of a device never sees the snapshot of the one before', async ({
  page,
  context,
  network,
  customer,
}) => {
  await keepSnapshots(page, await customer({ balances: { BTC: '0.77' } }));
  // The first customer’s session is gone without a logout: cleared by hand, or by the browser.
  await page.evaluate(() => localStorage.clear());
  await context.route(`**/api${WALLET}`, (route) => route.abort('connectionreset'));
  await signIn(page, await customer({ balances: { ETH: '3' } }));
  await expect(page.getByText('Balance not known')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('0.77');
  await network.cut();
  await page.goto('/transactions');
  await expect(page.getByText(/no transactions are saved on this device yet/)).toBeVisible();
  expect(Object.keys(await deviceRecords(page))).not.toContain('snapshot-wallet');
});

test('PWA-04 a changed snapshot is dropped without a word and fetched again', async ({
  page,
  network,
  customer,
}) => {
  await keepSnapshots(page, await customer({ balances: { BTC: '0.5' } }));
  await network.cut();
  await page.evaluate(async () => {
    const request = indexedDB.open('kopa-device');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const [storeName = ''] = database.objectStoreNames;
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    const read = store.get('snapshot-wallet');
    await new Promise<void>((resolve) => {
      read.onsuccess = () => {
        new Uint8Array(read.result.box).fill(7, 0, 8);
        store.put(read.result, 'snapshot-wallet');
      };
      store.transaction.oncomplete = () => resolve();
    });
    database.close();
  });
  await page.reload();
  await expect(page.getByText('Balance not known')).toBeVisible();
  await network.restore();
  await expect(row(page, 'Bitcoin')).toContainText('0.5 BTC', { timeout: 20_000 });
});
