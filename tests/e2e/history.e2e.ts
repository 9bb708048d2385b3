import { expect } from '@playwright/test';
import { getPriceHistory } from '#core/contract/market/price.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { keptOnDevice } from '#tests/offline/worker.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { tryAgain } from './mending.ts';
import { BTC } from './withdraw-page.ts';

test('TX-01 TX-02 TX-05 the demo customer’s history filters by type, loads older pages and shows what a purchase cost', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  for (const type of ['Withdraw', 'Buy', 'Deposit'] as const) {
    await filterHistory(page, type);
    await expect(rows.first()).toContainText(type);
    const texts = await rows.allTextContents();
    // A correction by hand is found where it went out, and named as what it is (HARD-52).
    const others = texts.filter((text) => !text.startsWith(type));
    expect(
      others.filter((text) => type !== 'Withdraw' || !text.startsWith('Booked by hand')),
    ).toEqual([]);
  }
  await filterHistory(page, 'Swap');
  await expect(rows.first()).toContainText(/[A-Z]+ to [A-Z]+.*\+.*\u2212/);
  const isGreen = (sign: string) =>
    rows
      .first()
      .getByText(new RegExp(`^\\${sign}\\d`))
      .evaluate((amount) => {
        const rgb = getComputedStyle(amount).color.match(/\d+/g) ?? [];
        const [red = 0, green = 0, blue = 0] = rgb.map(Number);
        return green > 1.5 * Math.max(red, blue);
      });
  expect([await isGreen('+'), await isGreen('\u2212')]).toEqual([true, false]);

  // Beyond the newest page only the rows near the viewport are rendered, and none is lost.
  await filterHistory(page, 'All');
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
  // Older pages cannot contain anything from the last day.
  await filterHistory(page, 'Day');
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
  await filterHistory(page, 'All time');
  await page.getByRole('button', { name: 'Load more' }).click();
  const count = page.getByRole('status').filter({ hasText: /^1\d\d transactions$/ });
  await expect(count).toBeVisible();
  const size = Number.parseInt((await count.textContent()) ?? '', 10);
  await expect(rows.first()).toHaveAttribute('aria-setsize', /^\d+$/);
  expect(await rows.count()).toBeLessThan(size / 2);
  const oldest = page.getByRole('region', { name: 'Results' }).getByRole('list').last();
  const last = oldest.getByRole('listitem').last();
  // The first scroll may come before the list has grown.
  await expect(async () => {
    await page.mouse.wheel(0, 100_000);
    await expect(last).toBeInViewport({ timeout: 2_000 });
    const place = await last.getAttribute('aria-posinset');
    await expect(last).toHaveAttribute('aria-setsize', place ?? '', { timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);
  await last.getByRole('link').click();
  await expect(page.getByText('Payment details')).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();
  await expect(last.getByRole('link')).toBeFocused();
  await page.mouse.wheel(0, -100_000);
  await expect(rows.first()).toBeInViewport();
  await expect(last.getByRole('link')).toBeFocused();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(rows).toHaveCount(size);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(size / 2);
  await page.keyboard.press('Control+f');
  await expect(rows).toHaveCount(size);

  await filterHistory(page, 'Buy');
  await rows.filter({ hasText: 'Buy USDC' }).last().getByRole('link').click();
  await expect(page.getByText(/^1 USDC = 1\.\d{6} AUD$/)).toBeVisible();
  await expect(
    page
      .getByText('Paid', { exact: true })
      .locator('..')
      .filter({ hasText: /AU\$[\d,]+\.\d\d$/ }),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('BEY-15 TX-01 a withdrawal beyond the newest page does not stay pending once it is complete', async ({
  page,
  app,
  customer,
  sandbox,
}) => {
  const who = await customer({ balances: { BTC: '0.1' } });
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  const sent = {
    amount: '0.05',
    cryptoAddress: BTC,
    paymentRouteId: 'btc-bitcoin',
    fee: '0.00005',
    password: who.password,
  };
  await describeTo(api, sent, credential);
  await api.must(createWithdrawal, sent, { credential, idempotencyKey: newKey() });
  for (let newer = 0; newer < 100; newer++) await sandbox.deposit(who.email, 'USDC', '5');
  await openSignedIn(page, who);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: 'Load more' }).click();
  await filterHistory(page, 'Withdraw');
  const row = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  // The list of before stands until the filtered one is drawn.
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Not sent yet');
  await sandbox.withdrawal(who.email, 'confirm');
  // As if the customer came back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(row).not.toContainText(/[Ss]ent/);
});

test('AST-01 the four actions of an asset open their pages for that asset', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const actions = page.getByRole('navigation', { name: 'Actions' }).getByRole('link');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin' })).toBeVisible();
  await expect(main).toContainText('0.5\u00a0BTC');
  await expect(main).toContainText(/AU\$\d[\d,]*\.\d\d/);
  const targets = [
    ['Withdraw', '/send', page.getByRole('heading', { name: 'Withdraw to Bitcoin' })],
    ['Swap', '/swap', page.getByText('I have 0.5 BTC')],
    ['Buy', '/buy-sell', page.getByRole('button', { name: 'Buy Bitcoin' })],
    ['Deposit', '/receive', page.getByRole('heading', { name: 'Your Bitcoin Address' })],
  ] as const;
  await expect(actions).toHaveText(targets.map(([name]) => name));
  for (const [index, [, path, sign]] of targets.entries()) {
    await actions.nth(index).click();
    await expect(page).toHaveURL(path);
    await expect(sign).toBeVisible();
    await page.goBack();
  }
});

test('AST-01 an asset page without an asset says so and leads back to the wallet', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer, '/asset-detail');
  await expect(page.getByText('No asset data found')).toBeVisible();
  await page.getByRole('link', { name: 'Go back to Dashboard' }).click();
  await expect(page).toHaveURL('/wallet');
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('PWA-04 AST-01 TX-05 offline, the asset, the history and a transaction’s details open from the device', {
    tag: '@core',
  }, async ({ page, customer, network }) => {
    await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByRole('link', { name: 'Transactions' }).click();
    const row = page.getByRole('listitem').filter({ hasText: '+0.5' });
    await expect(row).toBeVisible();
    await keptOnDevice(page, 'wallet', 'history');
    await network.cut();
    await page.reload();
    await expect(page.getByText(/^Offline · showing/)).toBeVisible();
    await expect(row).toBeVisible();
    await row.getByRole('link').click();
    await expect(page.getByText('Payment details')).toBeVisible();
    await expect(page.getByText('Deposited').or(page.getByText('Completed'))).toBeVisible();
    await page.reload();
    await expect(page.getByText('Payment details')).toBeVisible();
    await page.goto('/wallet');
    await page.getByRole('link', { name: /^Bitcoin/ }).click();
    await expect(page.getByRole('heading', { name: 'Bitcoin', level: 1 })).toBeVisible();
    await expect(page.getByTestId('asset-balance')).toHaveText('0.5\u00a0BTC');
    await expect(row).toBeVisible();
    await expect(page.getByText('Withdraw, Swap and Buy need a connection.')).toBeVisible();
  });
});

test('AST-02 TX-08 an asset shows its own history, says when there is none, and tries again after a failure', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const history = page.getByRole('region', { name: 'Transaction History' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history.getByRole('listitem')).toContainText('+0.5');
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await page.getByRole('link', { name: /^Ethereum/ }).click();
  await expect(history.getByText('No transactions yet')).toBeVisible();
  await expect(history.getByText('All your transactions will be displayed here')).toBeVisible();

  const path = '**/api/exchange/transaction-history';
  await context.route(path, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await page.getByRole('link', { name: /^Solana/ }).click();
  await expect(history.getByText(/^Failed to load transactions: /)).toBeVisible();
  await expectAccessible(page);
  const again = history.getByRole('button', { name: 'Try again' });
  const none = history.getByText('No transactions yet');
  await tryAgain(page, again, path, () => context.unroute(path), none);
});

test('AST-01 BEY-23 a balance that could not be refreshed shows its time and can be loaded again', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const card = page.getByRole('region', { name: 'Your Bitcoin' });
  await expect(card.getByText('Your balance', { exact: true })).toBeVisible();
  const wallet = '**/api/exchange/get-wallet-list';
  await context.route(wallet, (route) => route.fulfill({ status: 503, body: 'No' }));
  await page.getByRole('link', { name: 'Transactions' }).click();
  // Going back before the page has changed would leave a different page.
  await expect(page).toHaveURL('/transactions');
  await page.goBack();
  await expect(
    card.getByText(/^Your balance (on \w{3} \d{1,2} )?at \d{1,2}:\d\d\s[AP]M$/),
  ).toBeVisible();
  await expect(page.getByTestId('asset-balance')).toHaveText('0.5\u00a0BTC');
  const now = card.getByText('Your balance', { exact: true });
  const again = card.getByRole('button', { name: 'Try again' });
  await tryAgain(page, again, wallet, () => context.unroute(wallet), now);
});

test('AST-01 BEY-23 a balance is refreshed when its page becomes visible again, and every 30 seconds', async ({
  page,
  context,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  // Told of a deposit, the page would read before its time, and the clock might then time out the reading that is due.
  await withoutStream(context);
  await page.clock.install();
  await signIn(page, account);
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const balance = page.getByTestId('asset-balance');
  await expect(balance).toHaveText('0.5\u00a0BTC');
  await sandbox.deposit(account.email, 'BTC', '0.25');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(balance).toHaveText('0.75\u00a0BTC');
  // No request is under way any more that the clock jump would time out.
  const rows = page.getByRole('region', { name: 'Transaction History' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await sandbox.deposit(account.email, 'BTC', '0.125');
  await page.clock.fastForward(30_000);
  await expect(balance).toHaveText('0.875\u00a0BTC');
  const wallet = '**/api/exchange/get-wallet-list';
  await context.route(wallet, (route) => route.fulfill({ status: 503, body: 'No' }));
  await page.clock.fastForward(30_000);
  await expect(
    page.getByText(/^Your balance (on \w{3} \d{1,2} )?at \d{1,2}:\d\d\s[AP]M$/),
  ).toBeVisible();
});

test('AST-01 BEY-23 past prices are refreshed when their page becomes visible again, and every five minutes', async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await page.clock.install();
  await signIn(page, account);
  let answered = 0;
  page.on('response', (response) => {
    if (response.url().endsWith(getPriceHistory.path)) answered += 1;
  });
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await expect(page.getByRole('slider', { name: 'Bitcoin price' })).toBeVisible();
  await expect.poll(() => answered).toBe(1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => answered).toBe(2);
  await page.clock.fastForward(5 * 60_000);
  await expect.poll(() => answered).toBe(3);
});

test('AST-02 SESS-03 an asset’s history still loads when its first request is refused for an expired token', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await context.route(
    '**/api/exchange/transaction-history',
    (route) => route.fulfill({ status: 401, body: '' }),
    { times: 1 },
  );
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const history = page.getByRole('region', { name: 'Transaction History' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
});

test('KEEP-16 an asset’s page links its white paper and states the energy of each of its networks, with source and date', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { USDC: '5' } }));
  await page.getByRole('link', { name: /^USDC/ }).click();
  const about = page.getByRole('region', { name: 'About USDC' });
  await expect(about.getByRole('link', { name: /^USDC White Paper/ })).toHaveAttribute(
    'href',
    'https://www.circle.com/legal/mica-usdc-whitepaper',
  );
  await expect(about).toContainText(
    /Ethereum network: proof of stake, about 2,601,000 kWh .* \(September 2022\)\./,
  );
  await expect(about).toContainText(
    /Solana network: proof of stake with proof of history, about 1,967,930 kWh .* \(January 2022\)\./,
  );
  for (const link of await about.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

test('BEY-24 the history, details and asset pages are accessible in both themes', async ({
  page,
}) => {
  await openSignedIn(page, demo.customer);
  await page.getByRole('link', { name: 'Transactions' }).click();
  // The wallet, which stays on screen for one more frame, also has a list.
  await expect(page.getByRole('heading', { name: 'Transaction History', level: 1 })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByText('Payment details')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/wallet');
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await expect(page.getByTestId('asset-balance')).toContainText('BTC');
  await expectAccessibleInBothThemes(page);
});
