import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { EPOCH_HEADER, snapshotPaths } from '#core/snapshot.ts';
import { explainedIn, explains } from '#tests/e2e/explained-number.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import {
  controlled,
  deviceRecords,
  keepNewerBalances,
  keptAsTimePasses,
  keptOnDevice,
} from './worker.ts';

const total = (page: Page) => page.getByTestId('total');
const WALLET = `/api${snapshotPaths.wallet}`;

async function logOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
}

/** From here on the worker has seen an answer of this customer and kept it. */
async function kept(page: Page): Promise<void> {
  await controlled(page);
  await page.goto('/transactions');
  // Each page asks after it has loaded; who leaves before that has asked for nothing.
  await keptOnDevice(page, 'history');
  await page.goto('/wallet');
  await keptOnDevice(page, 'wallet');
}

const privateRecords = async (page: Page): Promise<readonly string[]> =>
  Object.keys(await deviceRecords(page)).filter((name) => name !== 'forex');

test('PWA-04 a dump of the device has no balance, no address and no sealed answer in it', async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.51234567', ETH: '2.105' } });
  await signIn(page, account);
  await controlled(page);
  const answered = page.waitForResponse((response) => response.url().endsWith(WALLET));
  await kept(page);
  const { res } = (await (await answered).json()) as { res: string };
  const records = await deviceRecords(page);
  expect(Object.keys(records)).toEqual(
    expect.arrayContaining(['vault', 'snapshot-wallet', 'snapshot-history']),
  );
  const dump = JSON.stringify(records);
  for (const secret of [
    '0.51234567',
    '2.105',
    'currency_id',
    // Three letters would occur among so many random bytes by chance.
    'Bitcoin',
    account.email,
    res.slice(0, 40),
  ]) {
    expect(dump, secret).not.toContain(secret);
  }
  expect(records.vault).toContain('"extractable":false');
});

test('PWA-04 PWA-03 the very first visit is kept too, before the worker serves the page', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await keptOnDevice(page, 'wallet');
  await expect.poll(async () => Object.keys(await deviceRecords(page))).toContain('forex');
  await controlled(page);
  await network.cut();
  const later = await context.newPage();
  await later.goto('/wallet');
  await expect(later.getByText(/^Offline · showing/)).toBeVisible();
  await expect(total(later)).toHaveText(/^AU\$/);
  await expect(later.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
});

test('PWA-04 offline there is a history, too, for whoever never opened it', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  await page.clock.install();
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  // Once the start is over.
  await keptAsTimePasses(page, 'history');
  await network.cut();
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByText(/^Offline · showing/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '+0.5' })).toBeVisible();
});

test('KEEP-03 PWA-04 offline one’s requests open with their age, and what is typed stays', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer());
  await controlled(page);
  await page.goto('/requests/new');
  await page.getByLabel('What happened').fill('My mail was not answered.');
  await page.getByRole('button', { name: 'Send' }).click();
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toContainText('Complaint');
  await keptOnDevice(page, 'requests');
  await network.cut();
  await page.goto('/requests');
  await expect(page.getByText(/^Offline · showing/)).toBeVisible();
  await expect(items).toContainText(/We answer by/);
  await page.goto('/requests/new');
  await page.getByLabel('What happened').fill('Another one.');
  await expect(
    page.getByText('Sending needs a connection. What you typed stays here.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await expect(page).toHaveURL('/wallet');
  await page.goBack();
  await expect(page.getByLabel('What happened')).toHaveValue('Another one.');
});

test('PWA-04 SESS-08 who signs out and in again has a history on the device again', async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, account);
  await controlled(page);
  await page.clock.install();
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  await keptAsTimePasses(page, 'history');
  // All of it in one life of the page.
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  expect(await privateRecords(page)).toEqual([]);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  await keptAsTimePasses(page, 'history');
});

test('SESS-08 logging out in one tab clears the other tab and the device', {
  tag: '@core',
}, async ({ page, context, network, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await kept(page);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  await logOut(page);
  await expect(other).toHaveURL('/');
  await expect(other.locator('body')).not.toContainText('0.5 BTC');
  expect(await privateRecords(page)).toEqual([]);
  await network.cut();
  await other.goto('/wallet');
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(other.locator('body')).not.toContainText('0.5 BTC');
});

test('PWA-04 an answer that is on its way at log-out writes nothing', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await kept(page);
  const held = await network.holdAnswers(snapshotPaths.wallet);
  const other = await context.newPage();
  await other.goto('/wallet');
  await held.arrived;
  await logOut(page);
  const finished = context.waitForEvent('requestfinished', (request) =>
    Boolean(request.serviceWorker() && request.url().endsWith(WALLET)),
  );
  await held.release();
  await finished;
  // The worker has dealt with that answer once it has dealt with a later one of the same kind.
  await page.evaluate(
    async ([path, header]) => {
      await (await fetch(path, { method: 'POST', headers: { [header]: 'f'.repeat(32) } })).text();
      await (await fetch('/api/forex?base=USD')).text();
    },
    [WALLET, EPOCH_HEADER] as const,
  );
  expect(await privateRecords(page)).toEqual([]);
});

test('PWA-04 the next customer never sees the snapshot of the one before', {
  tag: '@core',
}, async ({ page, context, network, customer }) => {
  const anna = await customer({ balances: { BTC: '0.5' } });
  const ben = await customer({ balances: { ETH: '7' } });
  await signIn(page, anna);
  await kept(page);
  await logOut(page);
  // Ben's own answer is late: all that could be shown is what the device has.
  const held = await network.holdAnswers(snapshotPaths.wallet);
  await signIn(page, ben);
  await held.arrived;
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  // Read after the page has read: had it found something, it would show it instead.
  await deviceRecords(page);
  await expect(page.getByText('Loading your balance')).toBeAttached();
  await expect(page.locator('body')).not.toContainText('0.5 BTC');
  await held.release();
  await expect(page.getByRole('link', { name: 'Ethereum' })).toContainText('7 ETH');
  await expect(page.locator('body')).not.toContainText('0.5 BTC');
  expect(context.pages()).toHaveLength(1);
});

test('PWA-04 a vault that another customer left behind opens for nobody else', async ({
  page,
  network,
  customer,
}) => {
  const anna = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, anna);
  await kept(page);
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  await network.cut();
  // As after a sign-out whose clearing the browser never carried out.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    session.user.id = 'somebody-else';
    localStorage.setItem('auth-storage', JSON.stringify(session));
  });
  await page.reload();
  await expect(page.getByText('Balance unavailable')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('0.5 BTC');
});

test('PWA-04 offline the wallet starts with the total of what was kept last, and no earlier one', async ({
  page,
  network,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { USDC: '1250.5' } });
  await signIn(page, account);
  await kept(page);
  await keptOnDevice(page, 'total');
  await sandbox.deposit(account.email, 'USDC', '1000');
  await keepNewerBalances(page, '2,250.5');
  await network.cut();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    const shown = new Set<string>();
    Object.assign(globalThis, { totals: shown });
    new MutationObserver(() => {
      const text = document.querySelector('#root [data-testid="total"]')?.textContent;
      if (text) shown.add(text);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/wallet');
  await expect(page.getByText(/^Offline · showing/)).toBeVisible();
  await expect(total(page)).toHaveText(/^AU\$3,\d{3}/);
  expect(await page.evaluate('[...totals]')).toEqual([await total(page).textContent()]);
});

test('PWA-04 BEY-07 of two answers of the same second the later one is kept, whichever comes last', async ({
  page,
  context,
  app,
  network,
  sandbox,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.1' } });
  await signIn(page, account);
  await kept(page);
  const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const release = Promise.withResolvers<void>();
  let asked = 0;
  let date = '';
  let ended = false;
  await context.route(`**${WALLET}`, async (route) => {
    if (ended) return route.abort();
    const mine = ++asked;
    const response = await route.fetch();
    date ||= response.headers().date ?? '';
    if (mine === 1) {
      first.resolve();
      await release.promise;
    }
    await route.fulfill({ response, headers: { ...response.headers(), date } });
    if (mine === 1) last.resolve();
  });
  await page.goto('/wallet');
  await first.promise;
  await sandbox.deposit(account.email, 'BTC', '0.4');
  const other = await context.newPage();
  await other.goto(`${app.url}/wallet`);
  await expect(other.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
  ended = true;
  release.resolve();
  await last.promise;
  await expect(total(page)).toBeVisible();
  await network.cut();
  await other.reload();
  await expect(other.getByText(/^Offline · showing/)).toBeVisible();
  await expect(other.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5 BTC');
});

/** The history as a PDF, in one line. */
async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF', exact: true }).click(),
  ]);
  const [text = ''] = await pdfText(await readFile(await download.path()));
  return text.replace(/\s+/g, ' ');
}

test('PWA-04 BEY-22 history and details open offline from the snapshot, and an export of it says of when it is', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await kept(page);
  await expect(total(page)).toBeVisible();
  await page.goto('/transactions');
  // What writes it is loaded when it is first needed.
  expect(await exported(page)).toMatch(/Created [^·]+ · Time zone/);
  await network.cut();
  await page.goto('/transactions');
  await expect(page.getByText(/^Offline · showing what was saved at /)).toBeVisible();
  await expect(page.locator('main')).toContainText('0.5');
  expect(await exported(page)).toMatch(/Created .+ · As of .+ · Time zone/);
});

test('EASE-14 offline a total explains itself by what was kept', async ({
  page,
  customer,
  network,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5', XRP: '12.5' } }));
  await kept(page);
  await expect(total(page)).toBeVisible();
  await network.cut();
  await page.goto('/wallet');
  await expect(page.getByText(/^Prices are from /)).toBeVisible();
  expect(await explains(page, explainedIn(total(page)))).toBe(await total(page).textContent());
});
