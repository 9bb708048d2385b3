import { expect, type Page } from '@playwright/test';
import type { Account } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { controlled, deviceRecords, keptAt, keptOnDevice } from './worker.ts';

/** The wallet works from the server alone, on the first visit and on the next. */
async function usableOnline(page: Page, account: Account): Promise<void> {
  await signIn(page, account);
  const bitcoin = page.getByRole('link', { name: /^Bitcoin/ });
  await expect(bitcoin).toContainText('0.5 BTC');
  await page.reload();
  await expect(bitcoin).toContainText('0.5 BTC');
  await page.goto('/transactions');
  await expect(page.locator('main')).toContainText('0.5');
}

const breakages: readonly (readonly [string, () => void])[] = [
  [
    'IndexedDB is missing',
    () => Object.defineProperty(window, 'indexedDB', { get: () => undefined }),
  ],
  [
    'IndexedDB is blocked',
    () =>
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
  ],
  [
    'IndexedDB is broken',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('broken', 'UnknownError');
      };
    },
  ],
  [
    'every transaction fails',
    () => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('closing', 'InvalidStateError');
      };
    },
  ],
  ['WebCrypto is missing', () => Object.defineProperty(crypto, 'subtle', { get: () => undefined })],
  ['locks are missing', () => Object.defineProperty(navigator, 'locks', { get: () => undefined })],
];

for (const [name, breakIt] of breakages) {
  test(`PWA-04 where ${name} the app stays usable online`, async ({ page, customer }) => {
    await page.addInitScript(breakIt);
    await usableOnline(page, await customer({ balances: { BTC: '0.5' } }));
  });
}

test('PWA-04 with a full device the app stays usable online', async ({ page, app, customer }) => {
  await page.goto('/');
  await controlled(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 });
  await usableOnline(page, await customer({ balances: { BTC: '0.5' } }));
});

test('PWA-04 a device that is full from the first visit on gets no worker and stays usable', async ({
  page,
  app,
  customer,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 });
  const tried = page.context().waitForEvent('serviceworker');
  await usableOnline(page, await customer({ balances: { BTC: '0.5' } }));
  await tried;
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0);
});

test.describe('without service workers, as in some private modes', () => {
  test.use({ serviceWorkers: 'block' });

  test('PWA-04 the app stays usable online', async ({ page, customer }) => {
    await usableOnline(page, await customer({ balances: { BTC: '0.5' } }));
  });
});

/** In a page: no database opens in its first three seconds, longer than the app waits for it. */
function openLate(): void {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function late(this: IDBFactory, ...given) {
    const answer = {} as { -readonly [Name in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Name] };
    setTimeout(
      () => {
        const request = open.apply(this, given);
        request.onsuccess = (event) => {
          answer.result = request.result;
          answer.onsuccess?.call(answer, event);
        };
      },
      Math.max(0, 3_000 - performance.now()),
    );
    return answer as unknown as IDBOpenDBRequest;
  };
}

test('PWA-04 a page whose database wakes up late loses nothing, and keeps what it reads then', async ({
  page,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  await page.goto('/transactions');
  await keptOnDevice(page, 'history');
  await page.goto('/wallet');
  await keptOnDevice(page, 'wallet');
  const before = { vault: (await deviceRecords(page)).vault, at: await keptAt(page, 'wallet') };
  await page.addInitScript(openLate);
  await page.reload();
  await expect(page.getByTestId('total')).toContainText('AU$');
  await keptOnDevice(page, 'history', 'wallet');
  expect((await deviceRecords(page)).vault).toBe(before.vault);
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await expect.poll(() => keptAt(page, 'wallet')).toBeGreaterThan(before.at);
});
