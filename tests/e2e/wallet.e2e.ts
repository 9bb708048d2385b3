import { expect, type Locator, type Page } from '@playwright/test';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { convertUsd, PRICE_SCALE } from '#core/money/price.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { isolatedTest, openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { tryAgain } from './mending.ts';

const total = (page: Page): Locator => page.getByTestId('total');
const row = (page: Page, name: string): Locator => page.getByRole('link', { name });

/** A USD value as the page must show it, converted at the server's rate. */
async function inCurrency(base: string, usd: string, currency: string): Promise<string> {
  const response = await fetch(`${base}/api/forex?base=USD`);
  const { rates } = (await response.json()) as { rates: Record<string, string> };
  const units = convertUsd(usd, rates[currency] ?? '0') ?? 0n;
  return formatFiat(formatUnits(units, PRICE_SCALE), currency);
}

/** Waits until the worker is active; by then it has the shell. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
}

isolatedTest(
  'WAL-01 WAL-05 the total is exact, in the market currency, at the server’s prices',
  { tag: '@core' },
  async ({ page, app, customer, sandbox }) => {
    await sandbox.market('BTC', '60000.25');
    await sandbox.market('USDC', '1');
    const account = await customer({ balances: { BTC: '0.5', USDC: '400.1' } });
    await signIn(page, account);
    await expect(page.getByText('Total Account Balance')).toBeVisible();
    await expect(total(page)).toHaveText(await inCurrency(app.url, '30400.225', 'AUD'));
    await expect(row(page, 'Bitcoin')).toContainText('0.5 BTC');
    await expect(row(page, 'Bitcoin')).toContainText(await inCurrency(app.url, '30000.125', 'AUD'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(row(page, 'Bitcoin')).toContainText(await inCurrency(app.url, '60000.25', 'AUD'));
  },
);

isolatedTest(
  'WAL-05 the change of a day is one number, in the list and on the page of the asset',
  async ({ page, sandbox, customer }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, await customer());
    await sandbox.market('BTC', '60000.25');
    // The 24 hours may move on between the two pages; then the test looks again.
    await expect(async () => {
      await page.goto('/wallet');
      const text = (await row(page, 'Bitcoin').textContent({ timeout: 5_000 })) ?? '';
      const [change = 'none'] = /(?:up|down) [\d.]+%/.exec(text) ?? [];
      await row(page, 'Bitcoin').click();
      const price = page.getByRole('region', { name: 'Price' });
      await expect(price).toContainText(`${change} in 24 hours`, { timeout: 2_000 });
    }).toPass();
  },
);

test('WAL-04 without exchange rates the balance shows an error with Retry, and Retry loads it', async ({
  page,
  context,
  customer,
}) => {
  await context.route('**/api/forex*', (route) => route.abort('connectionreset'));
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(page.getByText('Error loading rates')).toBeVisible();
  await expect(
    page.getByText('Failed to load exchange rates. Please try again later.'),
  ).toBeVisible();
  await expect(row(page, 'Bitcoin')).toContainText('0.5 BTC');
  await expectAccessible(page);
  await tryAgain(
    page,
    page.getByRole('button', { name: 'Retry' }),
    '**/api/forex*',
    () => context.unroute('**/api/forex*'),
    total(page).filter({ hasText: 'AU$' }),
  );
});

test('WAL-06 an EUR customer is offered no USDT, and a deposit of it is not credited', async ({
  page,
  context,
  app,
  customer,
  sandbox,
}) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  const account = await customer({ place: 'EU', balances: { USDC: '310.5' } });
  await expect(sandbox.deposit(account.email, 'USDT', '20')).rejects.toThrow(/400/);
  await signIn(page, account);
  await expect(row(page, 'USDC')).toBeVisible();
  await expect(row(page, 'Tether')).toHaveCount(0);
  await expect(total(page)).toContainText('€');
  await expect(row(page, 'USDC')).toContainText('310.5 USDC');
  await expect(page.getByText('USDT')).toHaveCount(0);
});

test('BEY-20 the eye button hides the amounts, even after a reload', async ({ page, customer }) => {
  await openSignedIn(page, await customer({ balances: { ETH: '2.105' } }));
  await expect(row(page, 'Ethereum')).toContainText('2.105');
  await page.getByRole('button', { name: 'Hide balances', pressed: false }).click();
  await expect(total(page)).toHaveCount(0);
  await expect(row(page, 'Ethereum')).not.toContainText('2.105');
  await page.reload();
  await expect(row(page, 'Ethereum')).not.toContainText('2.105');
  await page.getByRole('button', { name: 'Hide balances', pressed: true }).click();
  await expect(row(page, 'Ethereum')).toContainText('2.105');
});

test('BEY-23 without an answer or a snapshot no balance is shown, and never a zero', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  const path = '**/api/exchange/get-wallet-list';
  await context.route(path, (route) => route.abort('connectionreset'));
  await signIn(page, await customer({ balances: { ETH: '2' } }));
  await expect(page.getByText('Balance unavailable')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('0.00');
  await expect(page.getByRole('link', { name: 'Ethereum' })).toHaveCount(0);
  await expectAccessible(page);
  await context.unroute(path);
  // The page finds out by itself that the server answers again.
  await expect(row(page, 'Ethereum')).toBeVisible({ timeout: 20_000 });
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('PWA-04 PWA-05 offline the snapshot is shown with its age, and no money can be moved', {
    tag: '@core',
  }, async ({ page, network, customer }) => {
    await openSignedIn(page, await customer({ balances: { ETH: '2.105' } }));
    await workerReady(page);
    // The worker keeps only answers that pass through it, so one must come after it took over.
    await page.reload();
    await expect(total(page)).toBeVisible();
    // A label without a time means the server's answer, not the snapshot.
    await expect(page.getByText(/^Total Account Balance$/)).toBeVisible();
    await network.cut();
    // Prices move, so the total is read only once no other answer can come.
    await expect(page.getByText(/^Offline · showing/)).toBeVisible();
    const before = await total(page).textContent();
    await page.reload();
    await expect(page.getByText(/^Offline · showing .* \d{1,2}:\d\d\s[AP]M$/)).toBeVisible();
    await expect(
      page.getByText(/^Total Account Balance (on \w{3} \d{1,2} )?at \d{1,2}:\d\d\s[AP]M$/),
    ).toBeVisible();
    await expect(total(page)).toHaveText(before ?? '');
    await expect(row(page, 'Ethereum')).toContainText('2.105 ETH');
    const tiles = page.getByRole('navigation', { name: 'Actions' }).getByRole('link');
    await expect(tiles).toHaveCount(4);
    for (const name of ['Withdraw', 'Swap', 'Buy/Sell']) {
      const tile = page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name });
      await expect(tile).toHaveAttribute('aria-disabled', 'true');
      await expect(tile).toHaveAccessibleDescription(/need a connection/);
    }
    // Known deposit addresses are shown offline too.
    await expect(tiles.nth(3)).toHaveAttribute('href', '/assets/receive');
    await expectAccessible(page);

    await network.restore();
    await expect(page.getByText('Back online. Your balances are up to date.')).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByText(/^Total Account Balance$/)).toBeVisible();
  });
});

test('PWA-05 an answer that was on its way when the connection went does not end the offline state', async ({
  page,
  network,
  sandbox,
  customer,
}) => {
  const account = await customer({ balances: { ETH: '2' } });
  await openSignedIn(page, account);
  await expect(row(page, 'Ethereum')).toContainText('2 ETH');
  await sandbox.deposit(account.email, 'ETH', '1');
  const held = await network.holdAnswers('/exchange/get-wallet-list');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await held.arrived;
  await network.cut();
  const strip = page.getByText(/^Offline · showing/);
  await expect(strip).toBeVisible();
  await held.release();
  await expect(row(page, 'Ethereum')).toContainText('3 ETH');
  await expect(strip).toBeVisible();
});

for (const [width, beside] of [
  [899, false],
  [900, true],
] as const) {
  test(`EASE-08 at ${width} px what is automatic stands ${beside ? 'beside' : 'below'} an asset's figures`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
    await page.getByRole('link', { name: /^Bitcoin/ }).click();
    const balance = page.getByTestId('asset-balance');
    await expect(balance).toContainText('1');
    const [figures, automatic] = await Promise.all([
      page.getByRole('region', { name: 'Cost and gain', exact: true }).boundingBox(),
      page.getByRole('region', { name: 'Automatic', exact: true }).boundingBox(),
    ]);
    expect((automatic?.x ?? 0) >= (figures?.x ?? 0) + (figures?.width ?? 0)).toBe(beside);
  });
}
