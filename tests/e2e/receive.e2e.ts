import { expect, type Page } from '@playwright/test';
import { parse } from 'valibot';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { open, seal } from '#core/envelope/envelope.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { newKey, transport } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { holdTime } from '#tests/support/held-time.ts';
import { expectCode } from '#tests/support/qr-shown.ts';
import { tryAgain } from './mending.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Waits until the worker has the shell and controls the page, so that it keeps later balances. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  // A page that was loading while the worker took over is controlled only from its next load on.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test.describe('the pickers, with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('WAL-07 the pickers list and search the assets and pass the chosen one on, offline from the snapshot', async ({
    page,
    network,
    customer,
  }) => {
    // Without a session no balances are requested.
    await page.goto('/assets/receive');
    await expect(page).toHaveURL(/\/$/);
    expect(network.sent('/exchange/get-wallet-list')).toBe(0);

    // Signing in leads to the page that was asked for.
    await signIn(page, await customer({ balances: { ETH: '2.105' } }), '/assets/receive');
    await page.goto('/assets/send');
    await expect(page.getByRole('heading', { name: 'Select asset to send' })).toBeVisible();
    await expect(rows(page)).toHaveCount(7);
    await expect(rows(page).first()).toContainText('Ethereum');
    await expect(rows(page).first()).toContainText('2.105 ETH');
    await expect(rows(page).first()).toContainText('AU$');
    await expectAccessible(page);
    await rows(page).first().getByRole('link').click();
    await expect(page).toHaveURL('/send');
    expect(await page.evaluate(() => history.state)).toMatchObject({
      rawBalance: '2.105',
      currencyInfo: { symbol: 'ETH' },
      mode: 'send',
    });

    await page.goto('/assets/receive');
    await expect(page.getByRole('heading', { name: 'Select asset to receive' })).toBeVisible();
    await kept(page);
    await expect(rows(page)).toHaveCount(7);
    const search = page.getByRole('searchbox', { name: 'Search asset' });
    await search.fill('nothing like it');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rows(page)).toHaveCount(7);

    await network.cut();
    await page.reload();
    await expect(rows(page)).toHaveCount(7);
    await search.fill('eth');
    // “Tether” contains it too.
    await expect(rows(page)).toHaveCount(2);
    await rows(page).first().getByRole('link').click();
    await expect(page).toHaveURL('/receive');
    const state: unknown = await page.evaluate(() => history.state);
    expect(state).toMatchObject({
      formattedBalance: '2.105\u00a0ETH',
      rawBalance: '2.105',
      formattedValue: expect.stringMatching(/^AU\$/),
      rawValue: expect.stringMatching(/^\d+\.\d+$/),
      convertedValue: expect.stringMatching(/^\d+\.\d+$/),
      userCurrency: 'AUD',
      isUSD: false,
      precision: 8,
      currencyInfo: {
        displayName: 'Ethereum',
        symbol: 'ETH',
        image: '/coins.svg#eth',
        precision: 8,
      },
      mode: 'receive',
      timestamp: expect.stringMatching(/Z$/),
    });
  });
});

test('WAL-07 without exchange rates the pickers say so, and Retry loads them', async ({
  page,
  context,
  customer,
}) => {
  await context.route('**/api/forex*', (route) => route.abort('connectionreset'));
  await signIn(page, await customer({ balances: { ETH: '2' } }));
  await page.getByRole('link', { name: 'Deposit' }).click();
  const failed = page.getByText('Failed to load exchange rates. Please try again later.');
  await expect(failed).toBeVisible();
  await expect(rows(page).first()).toContainText('2 ETH');
  await expect(rows(page).first()).not.toContainText('0.00');
  await tryAgain(
    page,
    page.getByRole('button', { name: 'Retry' }),
    '**/api/forex*',
    () => context.unroute('**/api/forex*'),
    rows(page).first().getByText('AU$'),
  );
  await expect(failed).toHaveCount(0);
});

test('RCV-01 RCV-02 RCV-03 RCV-04 BEY-18 SPEC-11 the page shows an address and its QR code, switches networks and follows an incoming deposit', {
  tag: '@core',
}, async ({ page, context, network, customer, sandbox }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await customer({ balances: { ETH: '2' } });
  await openSignedIn(page, account, '/receive');
  await expect(page).toHaveURL(/\/assets\/receive$/);
  await rows(page).filter({ hasText: 'USDC' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Your USDC Address' })).toBeVisible();
  const address = page.getByRole('textbox', { name: 'Your USDC Address' });
  await expect(address).toHaveText(/^0x[0-9a-fA-F]{40}$/);
  await expect(page.getByText('Sandbox address.')).toBeVisible();
  await expect(address).not.toBeEditable();
  const ethereum = (await address.textContent()) ?? '';
  await expectCode(page, 'QR code of your USDC address', `usdc:${ethereum}`);
  await expect(page.getByText('Send only USDC, only on Ethereum')).toBeVisible();
  await expect(page.getByText('32 confirmations')).toBeVisible();
  await expect(page.getByText('at least 5\u00a0USDC')).toBeVisible();
  await expectAccessible(page);

  await holdTime(page);
  const copies = page.getByRole('button', { name: 'Copy', exact: true });
  const copied = page.getByRole('button', { name: 'Copied', exact: true });
  await copies.click();
  await expect(copied).toBeVisible();
  await expect(page.getByText('Address copied to clipboard!')).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copies).toBeVisible();
  await page.clock.resume();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ethereum);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Your browser does not support sharing')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => {
        document.title = data.text ?? '';
      },
    });
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveTitle(ethereum);
  await context.clearPermissions();

  const networks = page.getByRole('combobox', { name: 'Network' });
  const before = network.sent('/exchange/generate-address');
  await networks.selectOption('Solana');
  await expect(address).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  await expect(page.getByText('Send only USDC, only on Solana')).toBeVisible();
  await expect(page.getByText('at least 1\u00a0USDC')).toBeVisible();
  expect(network.sent('/exchange/generate-address')).toBe(before + 1);
  await networks.selectOption('Ethereum');
  await expect(address).toHaveText(ethereum);

  await sandbox.deposit(account.email, 'USDC', '12.5', { confirmations: 0 });
  const incoming = page.getByRole('region', { name: 'Incoming deposits' });
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await look();
  await expect(incoming).toContainText('+12.5\u00a0USDC');
  await expect(incoming).toContainText(/\d+ of 32 confirmations/);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: 'USDC' })).toContainText('12.5\u00a0USDC pending');
  await page.goBack();
  await expect(incoming).toContainText('of 32 confirmations');
  await sandbox.blocks(account.email, 32);
  await look();
  await expect(page.getByText('Your deposit has arrived.')).toBeVisible();
  await expect(incoming).toContainText('Credited');
});

test.describe('an address, with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('BEY-05 PWA-05 XRP shows the tag beside the QR code, and offline a known address is shown but no new one made', async ({
    page,
    network,
    customer,
  }) => {
    await openSignedIn(page, await customer(), '/assets/receive');
    await kept(page);
    await rows(page).filter({ hasText: 'Ripple' }).getByRole('link').click();
    const address = page.getByRole('textbox', { name: 'Your Ripple Address' });
    await expect(address).toHaveText(/^r/);
    const shared = (await address.textContent()) ?? '';
    await expectCode(page, 'QR code of your Ripple address', `xrp:${shared}`);
    const tag = page.getByRole('textbox', { name: 'Destination tag' });
    const number = (await tag.textContent()) ?? '';
    expect(number).toMatch(/^\d+$/);
    // Beside the code and at least as high.
    const code = await page.getByRole('img', { name: /^QR code/ }).boundingBox();
    const words = await page.getByTestId('tag').boundingBox();
    if (!code || !words) throw new Error('code and tag are not on screen');
    expect(words.x).toBeGreaterThanOrEqual(code.x + code.width);
    expect(words.height).toBeGreaterThanOrEqual(code.height);
    await expect(page.getByTestId('tag')).toContainText(number);
    await expect(page.getByText('Both are needed.')).toBeVisible();
    await expectAccessible(page);

    await network.cut();
    await page.reload();
    await expect(address).toHaveText(shared);
    await expect(tag).toHaveText(number);
    await expectCode(page, 'QR code of your Ripple address', `xrp:${shared}`);
    await page.goto('/assets/receive');
    await rows(page).filter({ hasText: 'Solana' }).getByRole('link').click();
    await expect(page.getByText('A new address needs a connection.')).toBeVisible();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('No address to copy')).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('No address to share')).toBeVisible();
    await expectAccessible(page);
    await network.restore();
    await expect(page.getByRole('textbox', { name: 'Your Solana Address' })).toHaveText(/\w{32}/, {
      timeout: 20_000,
    });
  });
});

test('BEY-05 BEY-23 a QR code that fails to load says so, and the address is still there to copy', async ({
  page,
  context,
  customer,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  await openSignedIn(page, await customer());
  await context.route(/\/assets\/qr-code-styling/, (route) => route.abort());
  await page.goto('/assets/receive');
  await rows(page).filter({ hasText: 'USDC' }).getByRole('link').click();
  await expect(page.getByText('The QR code did not load. Use the text instead.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your USDC Address' })).toHaveText(/^0x/);
  await expectAccessibleInBothThemes(page);
});

test('RCV-03 an asset without an active route says so and offers Try Again', async ({
  page,
  context,
  app,
  network,
  customer,
}) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  await signIn(page, await customer({ place: 'EU', balances: { ETH: '1' } }));
  await page.getByRole('link', { name: 'Ethereum' }).click();
  await expect(page).toHaveURL('/asset-detail');
  // A navigation state left from another market: USDT is not offered in the EU.
  await page.evaluate(() => {
    const { currencyInfo, ...state } = history.state;
    const usdt = { ...currencyInfo, displayName: 'Tether', symbol: 'USDT' };
    history.pushState({ ...state, currencyInfo: usdt }, '', '/receive');
  });
  await page.reload();
  await expect(page.getByText('No active payment route found for USDT')).toBeVisible();
  await expectAccessible(page);
  const before = network.sent('/exchange/get-payment-route-id');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(() => network.sent('/exchange/get-payment-route-id')).toBeGreaterThan(before);
});

test('RCV-03 where the route names no minimum deposit, the page shows its own', async ({
  page,
  context,
  customer,
}) => {
  await context.route(`**/api${getPaymentRoutes.path}`, async (route) => {
    const { res } = await (await route.fetch()).json();
    const { data, ...rest } = parse(getPaymentRoutes.answer, open(transport, res));
    const routes = data.map((one) => ({ ...one, min_deposit: '0' }));
    const body = JSON.stringify({ res: seal(transport, { ...rest, data: routes }, newKey()) });
    await route.fulfill({ contentType: 'application/json', body });
  });
  await signIn(page, await customer());
  await page.getByRole('link', { name: 'Deposit' }).click();
  await rows(page).filter({ hasText: 'USDC' }).getByRole('link').click();
  await expect(page.getByText('at least 0.0101\u00a0USDC', { exact: true })).toBeVisible();
});

test('TX-07 of a history only what came in is listed, and of a day only what came in then', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer, '/transactions/recieve');
  const results = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(results.first()).toBeVisible();
  const texts = await results.allTextContents();
  expect(texts.filter((text) => !/^Deposit .*\+/.test(text))).toEqual([]);
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  await expect.poll(() => results.count()).toBeLessThan(texts.length);
});

test('TX-07 received and pending deposits are listed, with links to an address and to all transactions', async ({
  page,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { ETH: '2', XRP: '10' } });
  await sandbox.deposit(account.email, 'BTC', '0.25', { confirmations: 0 });
  await openSignedIn(page, account, '/transactions/recieve');
  const results = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(results).toHaveCount(2);
  await expect(results.filter({ hasText: '2\u00a0ETH' })).toHaveCount(1);
  const pending = page.getByRole('region', { name: 'Pending deposits' });
  await expect(pending).toContainText('0.25\u00a0BTC');
  await expect(pending).toContainText('of 2 confirmations');
  await expect(page.getByRole('group', { name: 'Period' }).getByRole('button')).toHaveText([
    'All time',
    'Day',
    'Week',
    'Month',
    'Year',
  ]);
  await page.getByRole('button', { name: 'Day' }).click();
  await expect(results).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Generate Address' }).click();
  await expect(page).toHaveURL(/\/assets\/receive$/);
  await page.goBack();
  await page.getByRole('link', { name: 'View All Transactions' }).click();
  await expect(page).toHaveURL(/\/transactions$/);

  await sandbox.blocks(account.email, 2);
  await page.goto('/transactions/recieve');
  await expect(results).toHaveCount(3);
  await expect(pending).toHaveCount(0);
});
