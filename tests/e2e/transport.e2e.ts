import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { holdTime, wasSaid } from '#tests/support/held-time.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { setClockAhead } from '#tests/support/wrong-clock.ts';
import { BTC } from './withdraw-page.ts';

const REFRESH = '/users/get-new-token';

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'));

/** Replaces the stored access token with one that the server refuses, like an expired one. */
const outdateToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    session.token = 'x'.repeat(43);
    localStorage.setItem('auth-storage', JSON.stringify(session));
  });

/** Outdates the token in another tab: a tab is told of what others store, not of its own writes. */
async function outdateElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/');
  await outdateToken(other);
  await other.close();
}

/** Replaces the stored refresh token, so that the server no longer knows the session. */
const endOnServer = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    session.refreshToken = 'y'.repeat(43);
    localStorage.setItem('auth-storage', JSON.stringify(session));
  });

const total = (page: Page) => page.getByTestId('total');

test('SESS-01 the auth store has exactly the specified fields', async ({ page, customer }) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account);
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

test('SESS-02 nobody is signed in with only one of the two tokens', async ({ page, customer }) => {
  await openSignedIn(page, await customer());
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    localStorage.setItem('auth-storage', JSON.stringify({ ...session, refreshToken: '' }));
  });
  await page.goto('/wallet');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('SESS-02 a corrupt auth store means that nobody is signed in, and the app is usable', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('auth-storage', '{"token":'));
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('SESS-03 SESS-04 several calls with an expired token cause one refresh, which replaces only the access token', {
  tag: '@core',
}, async ({ page, customer, network }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  const before = await stored(page);
  await outdateToken(page);
  // The swap page reads balances and instruments at the same time.
  await page.goto('/swap');
  await expect(page.getByText('0.5\u00a0BTC').first()).toBeVisible();
  await expect.poll(async () => (await stored(page)).token).not.toBe('x'.repeat(43));
  expect(network.sent(REFRESH)).toBe(1);
  const after = await stored(page);
  expect(after.token).not.toBe(before.token);
  expect({ ...after, token: '' }).toEqual({ ...before, token: '' });
});

const TABS = process.env.LONG ? 10 : 2;

test(`SESS-04 SESS-08 ${TABS} tabs with an expired token make one refresh call, and sign out together`, async ({
  page,
  context,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await outdateToken(page);
  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
  const tabs = [page, ...others];
  await Promise.all(tabs.map((tab) => tab.goto('/wallet')));
  // A balance without a time in its label is the server's answer, not the device's snapshot.
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

test('SESS-05 SESS-06 SESS-07 a session that the server ended shows “Session Expired” and then the sign-in page', {
  tag: '@core',
}, async ({ page, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await endOnServer(page);
  await page.goto('/wallet');
  const dialog = page.getByRole('dialog', { name: 'Session Expired' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('session has expired for security reasons');
  await expect(dialog).toContainText('Please log in again.');
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
  test(`SESS-07 the “Session Expired” dialog closes by ${way}`, async ({ page, customer }) => {
    await openSignedIn(page, await customer());
    await endOnServer(page);
    await page.goto('/wallet');
    const dialog = page.getByRole('dialog', { name: 'Session Expired' });
    await expect(dialog).toBeVisible();
    if (way === 'Escape') await page.keyboard.press('Escape');
    // A press right after the dialog opened is ignored as not meant for it, so the test repeats it.
    else
      await expect(() =>
        page.mouse.click(5, 5).then(() => expect(dialog).toHaveCount(0, { timeout: 100 })),
      ).toPass();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/');
  });
}

test('SESS-07 SESS-08 a customer who signed in again in another tab, and out, is not told of the earlier session', async ({
  page,
  context,
  customer,
}) => {
  const who = await customer();
  await openSignedIn(page, who);
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

test('SESS-07 a session that ended shows no dialog on a public page', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer());
  await endOnServer(page);
  // The tab was left for a card payment page.
  await page.evaluate(() => sessionStorage.setItem('kopa-paying', 'yes'));
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Only a refused request tells the page that the session is over; it then links to no page that
  // needs one.
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect((await stored(page)).token).toBe('');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/success');
});

test('SESS-08 logging out clears the auth store, and the session keys in every tab', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(total(other)).toBeVisible();
  // Rates that are still on their way when the customer signs out are not kept.
  for (const tab of [page, other]) {
    await tab.waitForFunction(() => sessionStorage.getItem('forexRates') !== null);
  }
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

test('SESS-01 a tab opened later has the session storage keys too', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer());
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
  // The last known total is shown before the app starts, so the keys may come a little later.
  await expect.poll(() => of(other)).toEqual(keysOfAustralia);
});

test('SESS-08 logging out ends the session on the server too', async ({ page, customer, app }) => {
  await openSignedIn(page, await customer());
  const { token, refreshToken } = await stored(page);
  const told = page.waitForResponse('**/api/users/logout');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  expect((await told).status()).toBe(200);
  const { ApiClient } = await import('#tests/support/api-client.ts');
  const { getWalletList } = await import('#core/contract/wallet/wallet.ts');
  const reply = await new ApiClient(app.url).call(
    getWalletList,
    {},
    { credential: { token, refreshToken } },
  );
  expect(reply).toMatchObject({ ok: false, status: 401, refusal: { security: false } });
});

test('SESS-09 nobody is signed out while offline, even with an expired token', async ({
  page,
  context,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
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

test('SESS-09 BEY-23 a connection that answers nothing counts as offline: the known balance stays and nobody is signed out', async ({
  page,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await holdTime(page);
  const free = await network.swallow();
  let probed = false;
  page.on('request', (request) => {
    probed ||= request.url().endsWith('/healthz');
  });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  /** Advances the clock until the condition holds, because a wait may have begun a little later. */
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
  let told = false;
  const said = wasSaid(page, 'Back online. Your balances are up to date.').then(() => {
    told = true;
  });
  await free();
  await pass(() => expect(offline).toHaveCount(0, { timeout: 100 }));
  // Requests under way then may need a little more of the held time.
  await pass(() => expect(told).toBe(true));
  await said;
});

test('SESS-04 SESS-09 a refresh that is never answered is given up, and a later one can succeed', async ({
  page,
  context,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(total(page)).toBeVisible();
  await holdTime(page);
  const free = await network.swallow(REFRESH);
  const before = network.sent(REFRESH);
  await outdateElsewhere(context);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    // The server answers other requests, so there is a connection all the time.
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
  await describeTo(api, request, credential);
  await api.must(
    createWithdrawal,
    { ...request, fee: '0.00005', password: account.password },
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

test('NET-01 NET-02 NET-03 a call carries both tokens and the XSRF pair, and its bodies are sealed', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  // Everything requested on signing in is answered, so the next request is the next page's.
  await expect(total(page)).toBeVisible();
  const asked = page.waitForRequest('**/api/exchange/get-wallet-list');
  await page.goto('/wallet');
  const request = await asked;
  const { token, refreshToken } = await stored(page);
  expect(request.method()).toBe('POST');
  expect(Object.keys(request.postDataJSON())).toEqual(['req']);
  expect(request.postData()).not.toContain('quoteCurrencyId');
  const headers = await request.allHeaders();
  expect(headers.authorization).toBe(`Bearer ${token}.${refreshToken}`);
  const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN');
  expect(headers['x-xsrf-token']).toBe(cookie?.value);
  const answer = await (await request.response())?.json();
  expect(Object.keys(answer)).toEqual(['res']);
});
