import { type BrowserContext, expect, type Page } from '@playwright/test';
import { livePath } from '#core/contract/live.ts';
import { endOtherSessions } from '#core/contract/security.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

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

const bitcoin = (page: Page) => page.getByRole('link', { name: 'Bitcoin' });

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
