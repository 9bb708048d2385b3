import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { endOtherSessions } from '#core/contract/account/security.ts';
import { livePath } from '#core/contract/market/live.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { isolatedTest, openSignedIn, test } from '#tests/support/e2e.ts';

/** Takes the pages' own timers away: what still shows, the server has told. */
const withoutTimers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Reflect.set(window, 'setInterval', () => 0);
  });

/** How often the pages have asked for a stream. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === livePath) count += 1;
  });
  return () => count;
}

const bitcoin = (page: Page) => page.getByRole('link', { name: /^Bitcoin/ });

test('LIVE-01 a deposit shows in the open wallet and in its history, without the page’s own timer', {
  tag: '@core',
}, async ({ page, context, sandbox, customer }) => {
  await withoutTimers(context);
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account);
  await expect(bitcoin(page)).toContainText('0.5 BTC');
  await sandbox.deposit(account.email, 'BTC', '0.25');
  await expect(bitcoin(page)).toContainText('0.75 BTC');
  await page.goto('/transactions');
  await expect(page.getByText('0.25 BTC')).toBeVisible();
  await sandbox.deposit(account.email, 'BTC', '0.125');
  await expect(page.getByText('0.125 BTC')).toBeVisible();
});

test('LIVE-01 two tabs keep one stream, and the second goes on when the first is closed', async ({
  page,
  context,
  sandbox,
  customer,
}) => {
  await withoutTimers(context);
  const streams = countStreams(context);
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account);
  await expect.poll(streams).toBe(1);
  const second = await context.newPage();
  await second.goto('/wallet');
  await expect(bitcoin(second)).toContainText('0.5 BTC');
  await sandbox.deposit(account.email, 'BTC', '0.25');
  for (const tab of [page, second]) await expect(bitcoin(tab)).toContainText('0.75 BTC');
  expect(streams()).toBe(1);
  await page.close();
  await expect.poll(streams).toBe(2);
  await sandbox.deposit(account.email, 'BTC', '0.125');
  await expect(bitcoin(second)).toContainText('0.875 BTC');
  expect(streams()).toBe(2);
});

test('LIVE-01 SESS-07 a session ended on another device says so at once', async ({
  page,
  context,
  app,
  customer,
}) => {
  await withoutTimers(context);
  const streams = countStreams(context);
  const account = await customer();
  await openSignedIn(page, account);
  await expect.poll(streams).toBe(1);
  const other = new ApiClient(app.url);
  const credential = await other.signIn(account.email, account.password);
  await other.must(endOtherSessions, {}, { credential });
  await expect(page.getByRole('dialog')).toContainText('session');
});

/** Where the rows of the list stand, from the top of the page. */
const places = (page: Page): Promise<readonly number[]> =>
  page
    .locator('a.row.asset')
    .evaluateAll((rows) =>
      rows.map((row) => Math.round(row.getBoundingClientRect().top + window.scrollY)),
    );

const order = (page: Page): Promise<readonly string[]> =>
  page.locator('a.asset:not(.asset--cash) .asset__name').allTextContents();

isolatedTest(
  'LIVE-02 prices, values and the total move while the wallet is looked at, and no row does',
  async ({ page, context, network, sandbox, customer }) => {
    await withoutTimers(context);
    await sandbox.market('BTC', '50000');
    await sandbox.market('ETH', '2000');
    await openSignedIn(page, await customer({ balances: { BTC: '0.2', ETH: '0.4' } }));
    const ethereum = page.getByRole('link', { name: 'Ethereum' });
    const text = async (of: Locator): Promise<string> => (await of.textContent()) ?? '';
    const priceOf = (row: Locator) => text(row.locator('.asset__price'));
    await expect(ethereum).toContainText('0.4 ETH');
    // What shows from here on, the stream has told.
    const { release } = await network.holdAnswers(getWalletList.path);
    const [high = '', low = '', total = ''] = await Promise.all([
      priceOf(bitcoin(page)),
      priceOf(ethereum),
      text(page.getByTestId('total')),
    ]);
    expect(low).not.toBe(high);
    const [listed, stood] = [await order(page), await places(page)];
    expect(listed[0]).toMatch(/^Bitcoin/);
    await sandbox.market('ETH', '50000');
    await expect.poll(() => priceOf(ethereum)).toBe(high);
    await expect(page.getByTestId('total')).not.toHaveText(total);
    // Ethereum is worth more now, and stands where it stood until the list is read again.
    expect(await order(page)).toEqual(listed);
    expect(await places(page)).toEqual(stood);

    await release();
    // The list is read again before the click: a row that moved while it is pressed would not get the click.
    const firstRead = async (): Promise<string | undefined> => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return (await order(page))[0];
    };
    await expect.poll(firstRead).toMatch(/^Ethereum/);
    await ethereum.click();
    const price = page.getByRole('region', { name: 'Price' });
    await expect(price).toContainText(high.replace('Price ', ''));
    await sandbox.market('ETH', '2000');
    await expect(price).toContainText(low.replace('Price ', ''));
  },
);
