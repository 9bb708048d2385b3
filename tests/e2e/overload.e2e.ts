import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getInstruments } from '#core/contract/money/swap.ts';
import { expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type InProcess, password, person } from '#tests/support/in-process.ts';
import { inProcessTest } from '#tests/support/in-process-test.ts';
import { root } from '#tests/support/server-process.ts';
import { pressUntil } from './mending.ts';
import { amountField, main } from './swap-page.ts';

/**
 * So many calls are under way, in multiples of those that are served at once, and have been for a while.
 * Returns how to end them.
 */
function busyWith({ calls, deps }: InProcess, multiple: number): () => void {
  const gate = Promise.withResolvers<void>();
  const wanted = deps.config.callsAtOnce * multiple;
  while (calls.taken < wanted) void calls.run('essential', () => gate.promise);
  deps.clock.advance(1_000);
  return gate.resolve;
}

const parts = (page: Page) => page.locator('[data-part]');

inProcessTest(
  'OPS-10 a busy server: wallet and history show what was kept, with its time and the reason, and are back with it',
  async ({ page, within }) => {
    const { email } = await person(within.deps, { balances: { BTC: '0.5' } });
    await openSignedIn(page, { email, password });
    const bitcoin = page.getByRole('link', { name: /^Bitcoin/ });
    await expect(bitcoin).toContainText('0.5 BTC');
    const total = (await page.getByTestId('total').textContent()) ?? '';
    expect(total).toMatch(/[1-9]/);
    await page.goto('/transactions');
    const entries = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
    await expect(entries).toHaveCount(1);

    const calm = busyWith(within, 2);
    await page.goto('/wallet');
    const why = page.getByText(/^Kopa is very busy/);
    await expect(why).toHaveText(
      /^Kopa is very busy and will refresh your balances soon\. Your money is safe\. These are from .*\d{1,2}:\d\d\s[AP]M\.$/,
    );
    await expect(page.getByTestId('total')).toHaveText(/[1-9]/);
    await expect(bitcoin).toContainText('0.5 BTC');
    await page.goto('/transactions');
    await expect(
      page.getByText('Failed to load transactions: Kopa is very busy. Try again in 5 s.'),
    ).toBeVisible();
    await expect(page.getByText(/^These are from .*\d{1,2}:\d\d\s[AP]M\.$/)).toBeVisible();
    await expect(entries).toHaveCount(1);

    calm();
    const results = page.getByRole('region', { name: 'Results' });
    await pressUntil(
      page.getByRole('button', { name: 'Try again' }),
      results.filter({ hasNotText: /very busy/ }),
    );
    await expect(page.getByText(/very busy/)).toHaveCount(0);
    await page.goto('/wallet');
    await expect(bitcoin).toContainText('0.5 BTC');
    await expect(why).toHaveCount(0);
  },
);

inProcessTest(
  'OPS-10 a busy server without anything kept: no balance is made up, and nothing spins for ever',
  async ({ page, within }) => {
    const { email } = await person(within.deps, { balances: { BTC: '0.5' } });
    await openSignedIn(page, { email, password }, '/profile/account');
    const calm = busyWith(within, 2);
    await page.goto('/wallet');
    await expect(
      page.getByText('Your money is safe. Kopa is very busy and will show it soon.'),
    ).toBeVisible();
    await expect(page.getByText('Balance unavailable')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    calm();
    const bitcoin = page.getByRole('link', { name: /^Bitcoin/ }).filter({ hasText: '0.5 BTC' });
    await pressUntil(page.getByRole('button', { name: 'Try again' }), bitcoin);
  },
);

inProcessTest(
  'OPS-10 a quote that gives way says so, and comes by itself once the server serves it again',
  async ({ page, within }) => {
    const { email } = await person(within.deps, { balances: { BTC: '0.5' } });
    const pairs = page.waitForResponse(`**/api${getInstruments.path}`);
    await openSignedIn(page, { email, password }, '/swap');
    await pairs;
    await expect(page.getByText(/^I have 0\.5\sBTC$/)).toBeVisible();
    const calm = busyWith(within, 1.5);
    await amountField(page).fill('0.1');
    await expect(page.getByText('Kopa is very busy. Try again in 5 s.')).toBeVisible();
    calm();
    await expect(page.getByText('Kopa is very busy. Try again in 5 s.')).toHaveCount(0);
    await expect(main(page, 'Swap')).toBeEnabled();
  },
);

inProcessTest(
  'OPS-10 the status page says what works, and what gives way',
  async ({ page, within }) => {
    await page.goto('/help');
    await page.getByRole('link', { name: 'Service status' }).click();
    await expect(page).toHaveURL(/\/status$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service status');
    await expect(page.getByRole('status')).toHaveText('Kopa works.');
    await expect(parts(page)).toHaveText(['Works', 'Works', 'Works', 'Works']);
    await expect(page.getByText(/^Asked at \d{1,2}:\d\d\s[AP]M/)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    busyWith(within, 1.5);
    await page.reload();
    await expect(page.getByRole('status')).toHaveText(/^Kopa is very busy\. Signing in, balances/);
    const busy = 'Very busy, may ask you to wait';
    await expect(parts(page)).toHaveText(['Works', busy, busy, 'Works']);
  },
);

/** What the proxy is without servers behind it: the two files, and 502 for the rest. */
async function proxyAlone(): Promise<{ readonly url: string; readonly server: Server }> {
  const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
    '/status.js': ['status.js', 'text/javascript'],
    '/icon.svg': ['icon.svg', 'image/svg+xml'],
  };
  const server = createServer(async ({ url = '', headers }, response) => {
    const [file, type] = files[url] ?? ['status/index.html', 'text/html; charset=utf-8'];
    if (!files[url] && !headers.accept?.includes('text/html')) {
      response.writeHead(502).end();
      return;
    }
    const body = await readFile(join(root, 'dist', file));
    response.writeHead(files[url] ? 200 : 502, { 'content-type': type }).end(body);
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, listening));
  return { url: `http://localhost:${port}`, server };
}

test('OPS-10 with the API away the proxy answers with the status page, which says so and what is safe', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 502/);
  const { url, server } = await proxyAlone();
  const answer = await page.goto(`${url}/wallet`);
  expect(answer?.status()).toBe(502);
  await expect(page.getByRole('status')).toHaveText('Kopa does not answer right now.');
  await expect(parts(page)).toHaveText(['Not known', 'Not known', 'Not known', 'Not known']);
  await expect(page.getByText('nothing is sent or charged twice')).toBeVisible();
  await expect(page.getByRole('link', { name: 'support@kopa.test' })).toBeVisible();
  server.close();
});

test('OPS-10 where the app says that it has no connection it links to the status page', async ({
  page,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer());
  await network.cut();
  await page.getByText(/^Offline/).waitFor();
  const link = page.getByRole('link', { name: 'Status', exact: true });
  await expect(link).toHaveAttribute('href', '/status');
  await network.restore();
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
});

test('OPS-10 a visitor finds the status from the sign-in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(page.getByRole('status')).toHaveText('Kopa works.');
});
