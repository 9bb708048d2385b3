import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createWithdrawal } from '#core/contract/funds.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { holdTime } from '#tests/support/held-time.ts';
import { setClockAhead } from '#tests/support/wrong-clock.ts';
import { BTC } from './withdraw-page.ts';

const REFRESH = '/users/get-new-token';

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'));

/** Puts another access token into the device's store, as one that has run out would be. */
const outdateToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    session.token = 'x'.repeat(43);
    localStorage.setItem('auth-storage', JSON.stringify(session));
  });

/** A tab hears of what another one stores, sooner or later; of its own it does not. */
async function outdateElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/');
  await outdateToken(other);
  await other.close();
}

/** A session the server does not know any more. */
const endOnServer = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    session.refreshToken = 'y'.repeat(43);
    localStorage.setItem('auth-storage', JSON.stringify(session));
  });

const total = (page: Page) => page.getByTestId('total');

test('SESS-01 the auth store has the fields of the specification and nothing else', async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, account);
  const session = await stored(page);
  expect(Object.keys(session).sort()).toEqual(
    [
      'token',
      'refreshToken',
      'user',
      'country',
      'countryName',
      'continentCode',
      'currencyName',
      'timeZone',
      'isAuthenticated',
    ].sort(),
  );
  expect(session.isAuthenticated).toBe(true);
  const visit = await page.evaluate(() => ({ ...sessionStorage }));
  expect(visit).toMatchObject({
    userCountry: 'AU',
    userCountryName: 'Australia',
    userContinentCode: 'OC',
    userCurrencyName: 'AUD',
    userTimeZone: 'Australia/Sydney',
  });
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(session.user.id);
});

test('SESS-02 with only one of the tokens nobody is signed in', async ({ page, customer }) => {
  await signIn(page, await customer());
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    localStorage.setItem('auth-storage', JSON.stringify({ ...session, refreshToken: '' }));
  });
  await page.goto('/wallet');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('SESS-02 a broken store is nobody signed in, and the app is usable', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('auth-storage', '{"token":'));
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('SESS-03 SESS-04 many calls with an old token cause one refresh, which replaces only the token', async ({
  page,
  customer,
  network,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  const before = await stored(page);
  await outdateToken(page);
  // The swap page reads balances and instruments at once.
  await page.goto('/swap');
  await expect(page.getByText('0.5\u00a0BTC').first()).toBeVisible();
  await expect.poll(async () => (await stored(page)).token).not.toBe('x'.repeat(43));
  expect(network.sent(REFRESH)).toBe(1);
  const after = await stored(page);
  expect(after.token).not.toBe(before.token);
  expect({ ...after, token: '' }).toEqual({ ...before, token: '' });
});

const TABS = process.env.LONG ? 10 : 2;

test(`SESS-04 SESS-08 ${TABS} tabs with an old token make one refresh call, and sign out together`, async ({
  page,
  context,
  customer,
  network,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await outdateToken(page);
  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
  const tabs = [page, ...others];
  await Promise.all(tabs.map((tab) => tab.goto('/wallet')));
  // Without a time in its label a balance is the server's answer, not the device's snapshot.
  for (const tab of tabs) {
    await expect(tab.getByText(/^Total Account Balance$/)).toBeVisible();
    await expect(total(tab)).toBeVisible();
  }
  expect(network.sent(REFRESH)).toBe(1);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  for (const tab of tabs) {
    await expect(tab).toHaveURL('/');
    await expect(tab.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
});

test('SESS-05 SESS-06 SESS-07 a session the server ended shows Session Expired, then signs out', async ({
  page,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await endOnServer(page);
  await page.goto('/wallet');
  const dialog = page.getByRole('dialog', { name: 'Session Expired' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('session has expired for security reasons');
  await expect(page.getByTestId('total')).toHaveCount(0);
  expect((await stored(page)).token).toBe('');
  await holdTime(page);
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.clock.runFor(799);
  await expect(dialog.getByRole('button', { name: 'Redirecting...', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/wallet');
  await page.clock.runFor(1);
  await expect(dialog).toHaveCount(0);
  await page.clock.resume();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

for (const way of ['Escape', 'backdrop'] as const) {
  test(`SESS-07 the modal closes by ${way}`, async ({ page, customer }) => {
    await signIn(page, await customer());
    await endOnServer(page);
    await page.goto('/wallet');
    const dialog = page.getByRole('dialog', { name: 'Session Expired' });
    await expect(dialog).toBeVisible();
    if (way === 'Escape') await page.keyboard.press('Escape');
    // A press that comes right after it opened was not meant for it.
    else
      await expect(() =>
        page.mouse.click(5, 5).then(() => expect(dialog).toHaveCount(0, { timeout: 100 })),
      ).toPass();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/');
  });
}

test('SESS-07 SESS-08 who signed in again in another tab, and out, is not told of the session before', async ({
  page,
  context,
  customer,
}) => {
  const who = await customer();
  await signIn(page, who);
  const other = await context.newPage();
  await endOnServer(page);
  await page.goto('/wallet');
  const dialog = page.getByRole('dialog', { name: 'Session Expired' });
  await expect(dialog).toBeVisible();
  await other.goto('/');
  await signIn(other, who);
  await expect(total(page)).toBeVisible();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('SESS-07 on a public path nothing is shown', async ({ page, customer }) => {
  await signIn(page, await customer());
  await endOnServer(page);
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Only who asked and was refused knows it, and then leads nowhere a session is needed.
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect((await stored(page)).token).toBe('');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/success');
});

test('SESS-08 logging out clears the session keys, the store and the snapshots, in every tab', async ({
  page,
  context,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(total(other)).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  const session = await stored(page);
  expect(Object.values(session).filter(Boolean)).toEqual([]);
  for (const tab of [page, other]) {
    const keys = await tab.evaluate(() => Object.keys(sessionStorage));
    expect(keys.filter((key) => key.startsWith('user') || key.startsWith('has'))).toEqual([]);
    expect(keys).toContain('forexRates');
  }
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBeNull();
});

test('SESS-01 a tab that is opened later has the keys of its visit, too', async ({
  page,
  context,
  customer,
}) => {
  await signIn(page, await customer());
  const keys = [
    'userCountry',
    'userCountryName',
    'userContinentCode',
    'userCurrencyName',
    'userTimeZone',
  ];
  const of = (tab: typeof page) =>
    tab.evaluate((names) => names.map((name) => sessionStorage.getItem(name)), keys);
  const keysOfAustralia = ['AU', 'Australia', 'OC', 'AUD', 'Australia/Sydney'];
  expect(await of(page)).toEqual(keysOfAustralia);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(total(other)).toBeVisible();
  // The total seen last stands there before the app runs.
  await expect.poll(() => of(other)).toEqual(keysOfAustralia);
});

test('SESS-08 the server forgets the session too', async ({ page, customer, app }) => {
  await signIn(page, await customer());
  const { token, refreshToken } = await stored(page);
  const told = page.waitForResponse('**/api/users/logout');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  expect((await told).status()).toBe(200);
  const { ApiClient } = await import('#tests/support/api-client.ts');
  const { getWalletList } = await import('#core/contract/wallet.ts');
  const reply = await new ApiClient(app.url).call(
    getWalletList,
    {},
    { credential: { token, refreshToken } },
  );
  expect(reply).toMatchObject({ ok: false, status: 401, refusal: { security: false } });
});

test('SESS-09 offline nobody is signed out, however often the app asks', async ({
  page,
  context,
  customer,
  network,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await outdateElsewhere(context);
  await network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText(/^Offline/)).toBeVisible();
  expect((await stored(page)).isAuthenticated).toBe(true);
  expect(network.sent(REFRESH)).toBe(0);
  await network.restore();
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
  await expect(total(page)).toBeVisible();
  await expect.poll(async () => (await stored(page)).token).not.toBe('x'.repeat(43));
  expect((await stored(page)).isAuthenticated).toBe(true);
});

test('SESS-09 BEY-23 a connection that swallows everything is none: what was known stays, nobody is signed out', async ({
  page,
  customer,
  network,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await holdTime(page);
  const free = await network.swallow();
  let probed = false;
  page.on('request', (request) => {
    probed ||= request.url().endsWith('/healthz');
  });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  /** Lets time go on until it is so: what waits may have begun to a little later. */
  const pass = (so: () => Promise<void> | void) =>
    expect(async () => {
      await page.clock.runFor(1_000);
      await so();
    }).toPass();
  const offline = page.getByText(/^Offline/);
  await pass(() => expect(probed).toBe(true));
  await pass(() => expect(offline).toBeVisible({ timeout: 100 }));
  await expect(total(page)).toBeVisible();
  expect((await stored(page)).isAuthenticated).toBe(true);
  await free();
  await pass(() => expect(offline).toHaveCount(0, { timeout: 100 }));
  // What is on its way then may need a moment of the held time.
  await expect(async () => {
    await page.clock.runFor(200);
    const told = page.getByText('Back online. Your balances are up to date.');
    await expect(told).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('SESS-04 SESS-09 a refresh that is never answered is given up, and the next one may be', async ({
  page,
  context,
  customer,
  network,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await holdTime(page);
  const free = await network.swallow(REFRESH);
  const before = network.sent(REFRESH);
  await outdateElsewhere(context);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    // The server answers others, so there is a connection all the time.
    await page.clock.runFor(5_000);
    await expect(again).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(network.sent(REFRESH)).toBeGreaterThan(before);
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
  expect((await stored(page)).isAuthenticated).toBe(true);
  await free();
  await again.click();
  await expect(again).toBeHidden();
  expect((await stored(page)).token).not.toBe('x'.repeat(43));
});

test('BEY-06 WD-08 a withdrawal can be cancelled on a device whose clock is a day ahead', async ({
  page,
  app,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.1' } });
  const api = new ApiClient(app.url);
  const credential = await api.signIn(account.email, account.password);
  const request = { amount: '0.01', cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin' };
  await api.must(
    createWithdrawal,
    { ...request, fee: '0.00005' },
    { credential, idempotencyKey: newKey() },
  );
  await setClockAhead(page, 24);
  await signIn(page, account);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('link', { name: /^Withdraw/ }).click();
  await expect(page.getByText('Sent to the network')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
});

test('NET-01 NET-02 NET-03 what travels: sealed bodies, both tokens, the XSRF pair', async ({
  page,
  context,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  // What signing in asked for is answered: the next request is the next page's.
  await expect(total(page)).toBeVisible();
  const asked = page.waitForRequest('**/api/exchange/get-wallet-list');
  await page.goto('/wallet');
  const request = await asked;
  const { token, refreshToken } = await stored(page);
  expect(Object.keys(request.postDataJSON())).toEqual(['req']);
  expect(request.postData()).not.toContain('quoteCurrencyId');
  const headers = await request.allHeaders();
  expect(headers.authorization).toBe(`Bearer ${token}.${refreshToken}`);
  const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN');
  expect(headers['x-xsrf-token']).toBe(cookie?.value);
  const answer = await (await request.response())?.json();
  expect(Object.keys(answer)).toEqual(['res']);
});
