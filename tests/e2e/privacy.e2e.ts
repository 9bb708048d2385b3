import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { routes } from '#core/routes.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import type { Account, CustomerOptions } from '#tests/support/accounts.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { endOnServer, signInAgain } from './session-end.ts';
import { amountField as amount, CONFIRM, main, openSwap, quoted } from './swap-page.ts';
import { buyButton, openTrade, pay, withProfile } from './trade-page.ts';
import {
  addressField,
  amountField,
  BTC,
  confirm,
  openWithdraw,
  review,
  sayWhose,
  withdrawButton,
} from './withdraw-page.ts';

declare global {
  var toasts: string;
  var pushEnded: number;
}

/** Records all toasts from here on, because each disappears after seconds. */
const writeDownToasts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.toasts = '';
    new MutationObserver(() => {
      globalThis.toasts += document.querySelector('.toasts')?.textContent ?? '';
    }).observe(document.body, { childList: true, subtree: true });
  });

/** In one tab, as on a shared computer: the page is not loaded anew in between. */
async function changeCustomer(page: Page, next: Account): Promise<void> {
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const form = page.locator('form');
  await form.getByLabel('Email').fill(next.email);
  await form.getByLabel('Password', { exact: true }).fill(next.password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet$/);
}

// These sessions end unnoticed: with the stream the page would say so before the press.
test.beforeEach(({ context }) => withoutStream(context));

test('SESS-08 TX-05 the next customer in a tab who goes back finds nothing of the previous one', {
  tag: '@core',
}, async ({ page, customer }) => {
  const [first, second] = [await customer({ balances: { BTC: '0.5' } }), await customer()];
  await openSignedIn(page, first);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('listitem').filter({ hasText: '+0.5' }).getByRole('link').click();
  await expect(page.getByText('Payment details')).toBeVisible();
  await changeCustomer(page, second);
  await expect(page.getByTestId('total')).toHaveText('AU$0.00');
  await page.goBack();
  await expect(page).toHaveURL('/transaction-detail');
  await expect(page.getByText('Transaction not found')).toBeVisible();
  await expect(page.getByText('0.5')).toHaveCount(0);
  // A reload brings nothing back either.
  await page.reload();
  await expect(page.getByText('Transaction not found')).toBeVisible();
});

test('BEY-20 hidden balances are hidden on every page, where they are shown otherwise', async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.7319', ETH: '7.319', USDC: '4321.5' } });
  await openSignedIn(page, account);
  const total = (await page.getByTestId('total').textContent()) ?? '';
  expect(total).toMatch(/^AU\$[\d,]{6,}/);
  const secrets = ['0.7319', '7.319', '4,321.5', total];
  const go = async (path: string): Promise<void> => {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect(page).toHaveURL(path);
  };
  const by = async (path: string, name: RegExp): Promise<void> => {
    await go(path);
    await page.getByRole('main').getByRole('link', { name }).first().click();
  };
  const shown: Readonly<Record<string, () => Promise<void>>> = {
    '/wallet': () => go('/wallet'),
    '/assets/send': () => go('/assets/send'),
    '/assets/receive': () => go('/assets/receive'),
    '/swap': () => go('/swap'),
    '/transactions': () => go('/transactions'),
    '/transactions/recieve': () => go('/transactions/recieve'),
    '/send': () => by('/assets/send', /^Ethereum/),
    '/asset-detail': () => by('/wallet', /^Ethereum/),
    '/transaction-detail': () => by('/transactions', /^Deposit/),
    '/buy-sell': async () => {
      await go('/buy-sell');
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
    },
  };
  const others = routes
    .filter(({ access }) => Array.isArray(access) && access.includes('user'))
    .map(({ path }) => path.replace(':section', 'account'))
    .filter((path) => !(path in shown || path === '/receive'));
  /** Whether one of them can be read on the page, by eye or by ear. */
  const tells = () =>
    page.evaluate((texts) => {
      const said = [
        document.title,
        document.body.textContent,
        ...[...document.querySelectorAll('[aria-label], [title], input')].flatMap((one) => [
          one.getAttribute('aria-label') ?? '',
          one.getAttribute('title') ?? '',
          one instanceof HTMLInputElement ? one.value : '',
        ]),
      ];
      return texts.some((text) => said.some((one) => one.includes(text)));
    }, secrets);
  for (const [path, open] of Object.entries(shown)) {
    await open();
    await expect(page).toHaveURL(path);
    await expect.poll(tells, path).toBe(true);
  }
  await go('/wallet');
  await page.getByRole('button', { name: 'Hide balances', pressed: false }).click();
  const pages = [
    ...Object.entries(shown),
    ['/receive', () => by('/assets/receive', /^Ethereum/)] as const,
    ...others.map((path) => [path, () => go(path)] as const),
  ];
  const telling: string[] = [];
  for (const [path, open] of pages) {
    await open();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main').locator('.skel')).toHaveCount(0);
    if (await tells()) telling.push(path);
  }
  expect(telling).toEqual([]);
});

test('SESS-08 TX-07 BEY-18 one customer’s pending deposits are not shown to the next', async ({
  page,
  customer,
  sandbox,
  network,
}) => {
  const [first, second] = [await customer(), await customer({ balances: { BTC: '0.5' } })];
  await sandbox.deposit(first.email, 'BTC', '0.25', { confirmations: 0 });
  await openSignedIn(page, first);
  await page.getByRole('link', { name: 'Deposit' }).click();
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await page.getByRole('link', { name: 'Your past deposits' }).click();
  const pending = page.getByRole('region', { name: 'Pending deposits' });
  await expect(pending).toContainText('0.25\u00a0BTC');
  await changeCustomer(page, second);
  await page.getByRole('link', { name: 'Deposit' }).click();
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  // Nothing of the first customer's is shown while the answer is on its way.
  const held = await network.holdAnswers('/exchange/list-receiving');
  await page.getByRole('link', { name: 'Your past deposits' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '+0.5' })).toBeVisible();
  await expect(pending).toHaveCount(0);
  await held.release();
});

/** Leaves the first customer about to swap 0.3 of 0.512 BTC. Returns the next one, with 7 ETH. */
async function beforeSwap(
  page: Page,
  customer: (options: CustomerOptions) => Promise<Account>,
): Promise<Account> {
  await signIn(page, await customer({ balances: { BTC: '0.512' } }));
  await openSwap(page);
  await quoted(page, '0.3');
  return customer({ balances: { ETH: '7' } });
}

test('SESS-08 a tab that slept while somebody else signed in shows nothing of the previous customer', async ({
  page,
  browser,
  app,
  customer,
}) => {
  const second = await beforeSwap(page, customer);
  const elsewhere = await browser.newPage({ baseURL: app.url, serviceWorkers: 'block' });
  await signIn(elsewhere, second);
  const store = await elsewhere.evaluate(() => localStorage.getItem('auth-storage') ?? '');
  await elsewhere.close();
  // As if another tab had written this session meanwhile: a page that is restored from the
  // back/forward cache learns of it this way.
  await page.evaluate((session) => {
    localStorage.setItem('auth-storage', session);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, store);
  await expect(amount(page)).toHaveValue('');
  await expect(page.getByText('0.512')).toHaveCount(0);
  // Nor is the amount kept as a draft of the customer who is signed in now.
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '+7' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Minimum/)).toBeVisible();
  await expect(amount(page)).toHaveValue('');
});

test('SESS-08 the answer to a swap that comes when somebody else is signed in is shown to nobody', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  const second = await beforeSwap(page, customer);
  const held = await network.holdAnswers(CONFIRM);
  await main(page, 'Swap').click();
  await held.arrived;
  await changeCustomer(page, second);
  await writeDownToasts(page);
  await held.release();
  // By the time another answer is on screen, the toast would have appeared.
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '+7' })).toBeVisible();
  await filterHistory(page, 'Swap');
  await expect(page.getByRole('listitem')).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.toasts)).not.toContain('You swapped');
});

for (const [end, status] of [
  ['worked', 200],
  ['failed', 503],
] as const) {
  test(`SESS-08 BEY-15 a cancellation that ${end} while somebody else signed in is shown to nobody`, async ({
    page,
    context,
    app,
    customer,
  }) => {
    const [first, second] = [
      await customer({ balances: { BTC: '0.1' } }),
      await customer({ balances: { ETH: '7' } }),
    ];
    const api = new ApiClient(app.url);
    const credential = await api.signIn(first.email, first.password);
    const to = { cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin' };
    await describeTo(api, to, credential);
    await api.must(
      createWithdrawal,
      { amount: '0.01', ...to, fee: '0.00005', password: first.password },
      { credential, idempotencyKey: newKey() },
    );
    await openSignedIn(page, first);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('link', { name: /^Withdraw Bitcoin/ }).click();
    const answered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const given = Promise.withResolvers<void>();
    await context.route(`**/api${cancelWithdrawal.path}`, async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await gate.promise;
      await route.fulfill({ response, status });
      given.resolve();
    });
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await answered.promise;
    await changeCustomer(page, second);
    await writeDownToasts(page);
    gate.resolve();
    await given.promise;
    // By the time another answer is on screen, the toast would have appeared.
    await page.getByRole('link', { name: 'Transactions' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '+7' })).toBeVisible();
    expect(await page.evaluate(() => globalThis.toasts)).not.toMatch(/cancelled/);
  });
}

test('SESS-08 BEY-22 an export under way for one customer is not saved for the next', async ({
  page,
  customer,
  network,
}) => {
  const [first, second] = [
    await customer({ balances: { BTC: '0.5' } }),
    await customer({ balances: { SOL: '7' } }),
  ];
  await openSignedIn(page, first);
  const files: string[] = [];
  page.on('download', async (download) => {
    files.push(await readFile(await download.path(), 'utf8'));
  });
  const exportCsv = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
  };
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '+0.5' })).toBeVisible();
  const held = await network.holdAnswers(getTransactionHistory.path);
  await exportCsv();
  await held.arrived;
  await changeCustomer(page, second);
  await held.release();
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '+7' })).toBeVisible();
  await exportCsv();
  await expect.poll(() => files).toEqual([expect.stringContaining('SOL')]);
  expect(files[0]).not.toContain('BTC');
});

test('SESS-08 PROF-06 signing in where another customer never signed out ends that customer’s push messages', async ({
  page,
  customer,
}) => {
  await page.addInitScript(() => {
    globalThis.pushEnded = 0;
    const subscription = { unsubscribe: async () => (globalThis.pushEnded += 1) };
    const pushManager = { getSubscription: async () => subscription };
    Object.defineProperty(navigator.serviceWorker, 'getRegistration', {
      value: async () => ({ pushManager }),
    });
  });
  const [former, next] = [await customer(), await customer()];
  const signsIn = async (account: Account): Promise<number> => {
    await signIn(page, account);
    return page.evaluate(() => globalThis.pushEnded);
  };
  await signsIn(former);
  // Whoever turns pushes on has a mark of theirs.
  await page.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    localStorage.setItem('kopa-push', `${user.id} https://push.test/1 ${Date.now()}`);
  });
  // As if the browser had dropped the stored session, and the forgotten vault had been destroyed by now.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.removeItem('auth-storage');
        const gone = indexedDB.deleteDatabase('kopa-device');
        gone.onsuccess = () => resolve();
        gone.onerror = () => reject(gone.error);
      }),
  );
  expect(await signsIn(former)).toBe(0);
  await page.evaluate(() => localStorage.removeItem('auth-storage'));
  await signsIn(next);
  await expect.poll(() => page.evaluate(() => globalThis.pushEnded)).toBe(1);
});

test('BEY-11 a customer who signs in again finds the withdrawal as they typed it', async ({
  page,
  app,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account);
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.125');
  await endOnServer(page, app.url);
  await withdrawButton(page).click();
  await signInAgain(page, account);
  await expect(page).toHaveURL(/\/send$/);
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.125');
  await expect(withdrawButton(page)).toBeEnabled();
});

test('BEY-11 WD-09 a session that ends as a withdrawal is confirmed loses nothing that was typed', {
  tag: '@core',
}, async ({ page, app, customer }) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account);
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.125');
  await endOnServer(page, app.url);
  await confirm(page);
  await signInAgain(page, account);
  await expect(page).toHaveURL(/\/send$/);
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.125');
  await withdrawButton(page).click();
  await sayWhose(page);
  // The review is a step of its own again, and one step back leads to the details.
  await page.getByRole('button', { name: 'Back to details' }).click();
  await expect(amountField(page)).toHaveValue('0.125');
  await withdrawButton(page).click();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.125 BTC' })).toBeVisible();
});

for (const [side, path, press] of [
  ['swap', '/swap', 'Swap'],
  ['sale', '/buy-sell', 'Sell BTC'],
] as const) {
  test(`BEY-11 a session that ends as a ${side} is confirmed does not lose the amount`, async ({
    page,
    app,
    customer,
  }) => {
    const account = await customer({ balances: { BTC: '0.5' } });
    await openSignedIn(page, account);
    if (side === 'swap') await openSwap(page);
    else {
      await openTrade(page);
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
    }
    await amount(page).fill('0.125');
    await expect(main(page, press)).toBeEnabled();
    await endOnServer(page, app.url);
    await main(page, press).click();
    await signInAgain(page, account);
    await expect(page).toHaveURL(path);
    await expect(amount(page)).toHaveValue('0.125');
    await expect(main(page, press)).toBeEnabled();
  });
}

test('BEY-11 a customer who signs in again is back at the asset they were viewing', async ({
  page,
  app,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await openSignedIn(page, account);
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await expect(page.getByTestId('asset-balance')).toContainText('0.5');
  // Nothing of the page is still on its way, which would find out by itself.
  await page.waitForLoadState('networkidle');
  await endOnServer(page, app.url);
  // The page asks from time to time by itself, too: then the button is gone before it was pressed.
  void page
    .getByRole('button', { name: '1W' })
    .click()
    .catch(() => undefined);
  await signInAgain(page, account);
  await expect(page).toHaveURL('/asset-detail');
  await expect(page.getByTestId('asset-balance')).toContainText('0.5');
});

test('BEY-11 a customer who signs in again finds the purchase as they typed it', async ({
  page,
  app,
  customer,
}) => {
  const account = await withProfile(app.url, await customer());
  await openSignedIn(page, account);
  await openTrade(page);
  await pay(page).fill('75.5');
  await endOnServer(page, app.url);
  await buyButton(page).click();
  await signInAgain(page, account);
  await expect(page).toHaveURL('/buy-sell');
  await expect(pay(page)).toHaveValue('75.5');
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false');
});

test('BUY-03 the amount to buy is still there once the profile is complete', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer());
  await openTrade(page);
  await pay(page).fill('75.5');
  await buyButton(page).click();
  await page.getByRole('link', { name: 'Update Profile' }).click();
  await expect(page).toHaveURL('/profile');
  // Even on a phone the missing fields are shown at once, and say that the purchase needs them.
  const needed = page.getByText('Needed for your purchase');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect(needed).toHaveCount(4);
  await expect(field('Address')).toBeFocused();
  await expect(field('Address')).toBeInViewport({ ratio: 1 });
  await expect(field('City')).toHaveAccessibleDescription('Needed for your purchase');
  // No field is marked as wrong before the customer tries to go on without it.
  const wrong = page.locator('[aria-invalid]');
  await expect(wrong).toHaveCount(0);
  await expectAccessible(page);
  await field('City').fill('1000');
  await field('State/Province').fill('1000');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(wrong).toHaveCount(2);
  await expect(field('Address')).toBeFocused();
  await field('Address').fill('1000');
  await field('Postcode').fill('1000');
  // What is said of a field stays as long as it is not saved, so that nothing moves.
  await expect(needed).toHaveCount(4);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  // Only one button is left to press, and it is under the thumb that pressed Save.
  const back = page.getByRole('link', { name: 'Back to your purchase' });
  await expect(back).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to profile' })).toHaveCount(0);
  await back.click();
  await expect(pay(page)).toHaveValue('75.5');
});

test('BUY-03 a customer who changes their mind can go from the missing fields back to Buy or sell', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await customer());
  await openTrade(page);
  await pay(page).fill('75.5');
  await buyButton(page).click();
  await page.getByRole('link', { name: 'Update Profile' }).click();
  await expect(page.getByRole('textbox', { name: 'City', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await page.getByRole('link', { name: 'Back to Buy or sell' }).click();
  await expect(pay(page)).toHaveValue('75.5');
});
