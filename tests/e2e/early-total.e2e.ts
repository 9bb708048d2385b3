import { expect, type Page } from '@playwright/test';
import { deviceRecords, keepNewerBalances, keptOnDevice } from '#tests/offline/worker.ts';
import { expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import type { Account } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { main, openSwap, quoted } from './swap-page.ts';

const total = (page: Page) => page.getByTestId('total');
const label = (page: Page) =>
  page.getByRole('paragraph').filter({ hasText: /^Total Account Balance/ });
const loading = (page: Page) => page.getByText('Loading your balance');

/** Where the tiles below the balance are. Nothing may move them. */
const tiles = (page: Page) => page.getByRole('navigation', { name: 'Actions' }).boundingBox();

/** The largest paints so far, by size, once what was drawn last has been painted. */
const largestPaints = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return new Promise<readonly number[]>((resolve) => {
      new PerformanceObserver((list) =>
        resolve(list.getEntries().map((entry) => ('size' in entry ? Number(entry.size) : 0))),
      ).observe({ type: 'largest-contentful-paint', buffered: true });
    });
  });

/** Signs in and waits until the device has stored the total. */
async function seen(page: Page, account: Account): Promise<void> {
  await signIn(page, account);
  await expect(page.getByText(/^Total Account Balance$/)).toBeVisible();
  await expect(total(page)).toBeVisible();
  await keptOnDevice(page, 'total');
}

test('PWA-04 BEY-23 before the app starts, the wallet shows the last known total and its time', async ({
  page,
  network,
  customer,
}) => {
  await seen(page, await customer({ balances: { USDC: '1250.5' } }));
  const release = await network.holdScripts();
  for (const address of ['/', '/wallet']) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await expect(label(page)).toHaveText(
      /^Total Account Balance (on \w{3} \d{1,2} )?at \d{1,2}:\d\d\s[AP]M$/,
    );
    await expect(total(page)).toHaveText(/^AU\$[\d,]{5}\.\d\d$/);
    await expect(
      page.getByText(
        /^Prices are from (\w{3} \d{1,2} at )?\d{1,2}:\d\d\s[AP]M and may have moved$/,
      ),
    ).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
  }
  await expectAccessibleInBothThemes(page);
  const before = [await total(page).boundingBox(), await tiles(page)];
  const painted = await largestPaints(page);
  release();
  await expect(label(page)).toHaveText(/^Total Account Balance$/);
  await expect(total(page)).toHaveText(/^AU\$[\d,]{5}\.\d\d$/);
  // The app's own total is painted no larger: the page counts as painted when the early one was.
  expect(await largestPaints(page)).toEqual(painted);
  expect([await total(page).boundingBox(), await tiles(page)]).toEqual(before);
});

test('PWA-04 BEY-23 offline, the first paint says so, and nothing moves when the app starts', async ({
  page,
  network,
  customer,
}) => {
  await seen(page, await customer({ balances: { USDC: '1250.5' } }));
  const release = await network.holdScripts();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
  });
  await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
  const strip = page.getByText(
    /^Offline · showing what was saved (on \w{3} \d{1,2} )?at \d{1,2}:\d\d\s[AP]M$/,
  );
  await expect(strip).toBeVisible();
  await expect(total(page)).toBeVisible();
  const before = [await strip.boundingBox(), await total(page).boundingBox()];
  release();
  await expect(page.getByText('Withdraw, Swap and Buy/Sell need a connection.')).toBeVisible();
  await expect(strip).toBeVisible();
  expect([await strip.boundingBox(), await total(page).boundingBox()]).toEqual(before);
});

test('PWA-04 BEY-23 a customer who closed the app before the answer came still sees the last known total', async ({
  page,
  network,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { USDC: '1250.5' } });
  await seen(page, account);
  await sandbox.deposit(account.email, 'USDC', '1000');
  await keepNewerBalances(page, '2,250.5');
  const release = await network.holdScripts();
  await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
  await expect(label(page)).toHaveText(
    /^Total Account Balance (on \w{3} \d{1,2} )?at \d{1,2}:\d\d\s[AP]M$/,
  );
  await expect(total(page)).toHaveText(/^AU\$2,\d{3}\.\d\d$/);
  release();
  await expect(label(page)).toHaveText(/^Total Account Balance$/);
  await expect(total(page)).toHaveText(/^AU\$3,\d{3}\.\d\d$/);
});

test('PWA-04 BEY-02 a swap removes the earlier total from the device', async ({
  page,
  customer,
}) => {
  await seen(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  expect(Object.keys(await deviceRecords(page))).toContain('snapshot-total');
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC for / })).toBeVisible();
  expect(Object.keys(await deviceRecords(page))).not.toContain('snapshot-total');
});

test('BEY-20 hidden balances stay hidden before the app starts', async ({
  page,
  network,
  customer,
}) => {
  await seen(page, await customer({ balances: { USDC: '1250.5' } }));
  await page.getByRole('button', { name: 'Hide balances' }).click();
  const before = await tiles(page);
  await network.holdScripts();
  await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
  await expect(loading(page)).toBeAttached();
  // This read ends after the page's own read would have.
  await deviceRecords(page);
  await expect(total(page)).toHaveCount(0);
  expect(await tiles(page)).toEqual(before);
});

test('BEY-20 balances hidden before the app starts stay hidden once it has started', async ({
  page,
  network,
  customer,
}) => {
  await seen(page, await customer({ balances: { USDC: '1250.5' } }));
  const release = await network.holdScripts();
  await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
  await expect(total(page)).toHaveText(/^AU\$[\d,]{5}\.\d\d$/);
  await page.getByRole('button', { name: 'Hide balances' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Hide balances' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(total(page)).toHaveCount(0);
});

test('PWA-04 before the app starts, neither another customer’s total nor one over a week old is shown', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  await seen(page, await customer({ balances: { USDC: '1250.5' } }));
  await network.holdScripts();
  const startLater = async (days: number): Promise<void> => {
    await page.clock.setFixedTime(Date.now() + days * 24 * 3_600_000);
    await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
    await expect(label(page)).toBeVisible();
  };
  const renameTo = (id: string): Promise<string> =>
    page.evaluate((next) => {
      const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
      const before = session.user.id;
      session.user.id = next;
      localStorage.setItem('auth-storage', JSON.stringify(session));
      return before;
    }, id);

  const own = await renameTo('somebody-else');
  await startLater(0);
  // This read ends after the page's own, so the page has decided by now.
  expect(Object.keys(await deviceRecords(page))).toContain('snapshot-total');
  await expect(loading(page)).toBeAttached();
  await expect(total(page)).toHaveCount(0);

  await renameTo(own);
  await startLater(2);
  await expect(label(page)).toHaveText(/ on \w{3} \d{1,2} at \d{1,2}:\d\d\s[AP]M$/);
  await startLater(8);
  expect(Object.keys(await deviceRecords(page))).toContain('snapshot-total');
  await expect(loading(page)).toBeAttached();
  await expect(total(page)).toHaveCount(0);
});
