import type { Page } from '@playwright/test';
import { sendRequest } from '#core/contract/account/request.ts';
import { profileSections } from '#core/pages.ts';
import { routes } from '#core/routes.ts';
import { type Account, demo } from '#tests/support/accounts.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';

/** One picture: the account, the page, and what happens before the picture is taken. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly account?: Account;
  readonly prepare?: (page: Page) => Promise<void>;
}

const fileName = (path: string): string => path.slice(1).replaceAll('/', '-') || 'sign-in';

const HISTORY = '**/api/exchange/transaction-history';

const cut = (page: Page): Promise<void> => page.context().setOffline(true);

const type = async (page: Page, amount: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^I have/ }).fill(amount);
};

const swapLive = async (page: Page): Promise<void> => {
  await type(page, '0.01');
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
};

/** Opens the list of assets to swap Ethereum to, in which Solana shows that it has no pair with it. */
const pickSolana = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  await page.getByRole('button', { name: /^Ethereum/ }).click();
  await page.getByRole('button', { name: 'USDT, change asset' }).click();
  await page.getByRole('button', { name: /^Solana/ }).waitFor();
};

const payFor = async (page: Page, amount: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'You pay' }).fill(amount);
  await page.getByRole('button', { name: 'Buy Bitcoin', disabled: false }).waitFor();
};

const cardForm = async (page: Page): Promise<void> => {
  await payFor(page, '100');
  await page.getByRole('button', { name: 'Buy Bitcoin' }).click();
  // An earlier picture may have left a payment open.
  const another = page.getByRole('button', { name: 'Make another payment' });
  await page.getByRole('dialog').waitFor();
  if (await another.isVisible()) await another.click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Cancel' }).waitFor();
};

/** Every route as it first opens, for an account that may see it. */
const opened = routes.map(({ path, access }): Shot => {
  const account = Array.isArray(access)
    ? access.includes('user')
      ? demo.customer
      : access.includes('compliance')
        ? demo.officer
        : demo.admin
    : undefined;
  const address = path
    .replace(':section', 'account')
    .replace(':kind/:id', 'request/none')
    .replace(':id', 'none')
    .replace(':version', '0.9');
  return { name: fileName(address), path: address, ...(account && { account }) };
});

const signedOut: readonly Shot[] = [
  {
    name: 'sign-in-failed',
    path: '/',
    prepare: async (page) => {
      await page.locator('form').getByLabel('Email').fill(demo.customer.email);
      await page.locator('form').getByLabel('Password', { exact: true }).fill('wrong');
      await page
        .locator('form')
        .getByRole('button', { name: /^sign in$/i })
        .click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'create-account',
    path: '/',
    prepare: async (page) => {
      await page.getByText('Create Account').first().click();
      await page.getByLabel('Date of birth').waitFor();
    },
  },
  {
    name: 'create-account-wrong',
    path: '/',
    prepare: async (page) => {
      await page.getByText('Create Account').first().click();
      await page.getByLabel('First name').press('Enter');
    },
  },
  { name: 'not-found', path: '/no-such-page' },
  {
    name: 'command-bar',
    path: '/wallet',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search or do' }).click();
      await page.getByRole('combobox').fill('bit');
    },
  },
];

/** The profile's sections that the list of routes does not already open. */
const profile = profileSections.slice(1).map(
  (section): Shot => ({
    name: `profile-${section}`,
    path: `/profile/${section}`,
    account: demo.customer,
  }),
);

/** Chooses an asset to receive and waits for its address. */
const receiveOf =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
  };

/** Fills in the form of a withdrawal. */
const withdrawing = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Bitcoin' }).first().click();
  await page.getByLabel('Send to').fill('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('0.01');
};

/** Goes on to the review. Whose address it is is asked the first time (KEEP-07). */
const reviewing = async (page: Page): Promise<void> => {
  await withdrawing(page);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Whose address is this?' });
  const confirm = page.getByRole('button', { name: 'Confirm and send' });
  await confirm.or(question).first().waitFor();
  if (await question.isVisible()) {
    await question.getByRole('button', { name: 'Mine' }).click();
    await question.getByRole('button', { name: 'Own wallet' }).click();
    await question.getByRole('button', { name: 'Go on' }).click();
  }
  await confirm.waitFor();
};

const withdrawn = async (page: Page): Promise<void> => {
  await reviewing(page);
  const password = page.getByLabel('Current password', { exact: true });
  if (await password.isVisible()) await password.fill(demo.customer.password);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await page.getByRole('button', { name: 'Cancel withdrawal' }).waitFor();
};

const signedIn: readonly Shot[] = [
  {
    name: 'withdraw',
    path: '/assets/send',
    account: demo.customer,
    prepare: withdrawing,
  },
  {
    name: 'withdraw-review',
    path: '/assets/send',
    account: demo.customer,
    prepare: reviewing,
  },
  {
    name: 'withdraw-done',
    path: '/assets/send',
    account: demo.customer,
    prepare: withdrawn,
  },
  {
    name: 'withdraw-detail',
    path: '/assets/send',
    account: demo.customer,
    prepare: async (page) => {
      await withdrawn(page);
      await page.getByRole('button', { name: 'Done' }).click();
      // The wallet's activity links to the history, too.
      const history = page.getByRole('link', { name: 'Transactions' }).filter({ visible: true });
      await history.first().click();
      // The page first shows the history stored on the device, which lacks the newest transactions.
      await page
        .getByRole('link', { name: /Withdraw Bitcoin/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Cancel withdrawal' }).waitFor();
    },
  },
  { name: 'security', path: '/profile/security', account: demo.customer },
  {
    name: 'security-email',
    path: '/profile/security',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Email address/ }).click();
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByText('Email is required').waitFor();
    },
  },
  {
    name: 'two-factor-set-up',
    path: '/profile/security',
    account: demo.empty,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Two-factor/ }).click();
      await page.getByRole('button', { name: 'Generate secret code' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  { name: 'profile-check-up', path: '/profile/checkUp', account: demo.customer },
  { name: 'profile-address-book', path: '/profile/addressBook', account: demo.customer },
  {
    name: 'profile-address-new',
    path: '/profile/addressBook',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add new crypto address' }).click();
      await page.getByRole('button', { name: 'Save address' }).click();
    },
  },
  { name: 'profile-notifications', path: '/profile/notifications', account: demo.customer },
  {
    name: 'asset-bitcoin',
    path: '/wallet',
    account: demo.customer,
    prepare: async (page) => {
      // What was withdrawn or bought of it is listed beside it.
      await page
        .getByRole('link', { name: /^Bitcoin/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Transaction History' }).waitFor();
      await page.getByText(/ in 24 hours$/).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'cash', path: '/cash', account: demo.customer },
  { name: 'automatic', path: '/automatic', account: demo.customer },
  {
    name: 'transaction-buy',
    path: '/transactions',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByRole('link', { name: /Buy/ }).first().click();
      await page.getByRole('heading', { name: 'Payment details' }).waitFor();
    },
  },
  {
    name: 'wallet-total-explained',
    path: '/wallet',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByTestId('total').getByRole('button').click();
      await page.getByRole('dialog').getByRole('term').first().waitFor();
    },
  },
  { name: 'transactions-offline', path: '/transactions', account: demo.customer, prepare: cut },
  {
    name: 'transactions-failed',
    path: '/wallet',
    account: demo.customer,
    prepare: async (page) => {
      await page.context().route(HISTORY, (route) => route.fulfill({ status: 500, body: '' }));
      const main = page.getByRole('navigation', { name: 'Main' });
      await main.getByRole('link', { name: 'Transactions' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'transactions-nothing',
    path: '/transactions',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Deposit', exact: true }).click();
      await page.getByRole('button', { name: /^Dates/ }).click();
      await page.getByRole('button', { name: 'Day', exact: true }).click();
      await page.getByRole('button', { name: /^Show/ }).click();
      await page.getByRole('button', { name: 'Show all' }).waitFor();
    },
  },
  {
    name: 'receive-bitcoin',
    path: '/assets/receive',
    account: demo.customer,
    prepare: receiveOf('Bitcoin'),
  },
  {
    name: 'receive-xrp',
    path: '/assets/receive',
    account: demo.customer,
    prepare: receiveOf('Ripple'),
  },
  ...profile,
  {
    name: 'wallet-empty',
    path: '/wallet',
    account: demo.empty,
    prepare: (page) => page.getByText('Your first steps').waitFor(),
  },
  { name: 'verification-start', path: '/profile/verification', account: demo.empty },
  {
    name: 'verification-widget',
    path: '/profile/verification',
    account: demo.empty,
    prepare: async (page) => {
      await page.getByRole('button', { name: /Verification$/ }).click();
      await page.frameLocator('iframe').getByText('Ready.').waitFor();
    },
  },
  {
    name: 'wallet-offline',
    path: '/wallet',
    account: demo.customer,
    prepare: async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.reload();
      await page.getByTestId('total').waitFor();
      await cut(page);
      await page.reload();
      await page.getByText(/^Offline ·/).waitFor();
    },
  },
  {
    name: 'buy-sell-amount',
    path: '/buy-sell',
    account: demo.customer,
    prepare: (page) => payFor(page, '100'),
  },
  { name: 'buy-sell-card', path: '/buy-sell', account: demo.customer, prepare: cardForm },
  {
    name: 'buy-sell-result',
    path: '/buy-sell',
    account: demo.customer,
    prepare: async (page) => {
      await cardForm(page);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Payment Result' }).waitFor();
    },
  },
  {
    name: 'buy-sell-profile',
    path: '/buy-sell',
    account: demo.empty,
    prepare: async (page) => {
      await payFor(page, '100');
      await page.getByRole('button', { name: 'Buy Bitcoin' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'buy-sell-done',
    path: '/buy-sell',
    account: demo.customer,
    prepare: async (page) => {
      await cardForm(page);
      await page.frameLocator('iframe').getByRole('button', { name: /^Pay/ }).click();
      await page.getByRole('button', { name: 'Done' }).waitFor();
    },
  },
  {
    name: 'buy-sell-sale',
    path: '/buy-sell',
    account: demo.customer,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sell', exact: true }).click();
      await type(page, '0.01');
      await page.getByRole('button', { name: 'Sell BTC' }).waitFor();
    },
  },
  { name: 'buy-sell-offline', path: '/buy-sell', account: demo.customer, prepare: cut },
  { name: 'swap-quote', path: '/swap', account: demo.customer, prepare: swapLive },
  {
    name: 'swap-too-much',
    path: '/swap',
    account: demo.customer,
    prepare: (page) => type(page, '1000'),
  },
  {
    name: 'swap-picker',
    path: '/swap',
    account: demo.customer,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /BTC|Bitcoin/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'swap-two-steps-picker', path: '/swap', account: demo.customer, prepare: pickSolana },
  {
    name: 'swap-two-steps',
    path: '/swap',
    account: demo.customer,
    prepare: async (page) => {
      await pickSolana(page);
      await page.getByRole('button', { name: /^Solana/ }).click();
      await type(page, '0.1');
      await page
        .getByText(/^[\d.]+%, AU/)
        .nth(1)
        .waitFor();
    },
  },
  { name: 'swap-offline', path: '/swap', account: demo.customer, prepare: cut },
  {
    name: 'swap-done',
    path: '/swap',
    account: demo.customer,
    prepare: async (page) => {
      await swapLive(page);
      await page.getByRole('button', { name: 'Swap', exact: true }).click();
      await page.getByRole('button', { name: 'Done' }).waitFor();
    },
  },
];

const LISTING = '**/api/client/payment/merchant/get-transaction-listing';
const choose = async (page: Page, merchant: string): Promise<void> => {
  await page.getByRole('combobox').selectOption(merchant);
};

/** Further states of the administrator's pages; `opened` has the states in which they first appear. */
const admin = (
  [
    {
      name: 'admin-empty',
      path: '/admin/transaction-history',
      prepare: async (page) => {
        await choose(page, 'Fern Florist');
        await page.getByText(/^No completed or failed/).waitFor();
      },
    },
    {
      name: 'admin-nobody',
      path: '/admin/transaction-history',
      prepare: (page) => choose(page, ''),
    },
    {
      name: 'admin-loading',
      path: '/admin/transaction-history',
      prepare: async (page) => {
        await page.route(LISTING, () => undefined);
        await choose(page, 'Bluewater Travel');
        await page.getByText('Loading transactions...').waitFor({ state: 'attached' });
      },
    },
    {
      name: 'admin-failed',
      path: '/admin/transaction-history',
      prepare: async (page) => {
        await page.route(LISTING, (route) => route.fulfill({ status: 500, body: '' }));
        await choose(page, 'Bluewater Travel');
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'admin-offline',
      path: '/admin/transaction-history',
      prepare: async (page) => {
        await cut(page);
        await choose(page, 'Bluewater Travel');
      },
    },
    {
      name: 'admin-detail',
      path: '/admin-transactions-history',
      prepare: async (page) => {
        await page.getByRole('link', { name: 'Deposit' }).first().click();
        await page.getByText('Payment details').waitFor();
      },
    },
  ] satisfies readonly Shot[]
).map((shot): Shot => ({ ...shot, account: demo.admin }));

/** Has the demo customer complain, as an officer would find it, and waits for the list. */
const complained = async (page: Page): Promise<void> => {
  const api = new ApiClient(new URL(page.url()).origin);
  const { token, refreshToken } = await api.logIn(demo.customer);
  await api.must(
    sendRequest,
    {
      ...{ key: newKey(), kind: 'complaint', about: '' },
      body: 'My withdrawal took two hours and nobody answered. I asked twice.',
    },
    { credential: { token, refreshToken } },
  );
  await page.reload();
  await page.getByRole('region', { name: 'Open cases' }).getByRole('link').first().waitFor();
};

/** The desk with cases; `opened` has it as it first opens, with none. */
const officers = (
  [
    { name: 'desk-cases', path: '/admin/desk', prepare: complained },
    {
      name: 'desk-case',
      path: '/admin/desk',
      prepare: async (page) => {
        await complained(page);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByRole('radio', { name: 'Answer' }).waitFor();
      },
    },
    {
      name: 'desk-customer',
      path: '/admin/desk',
      prepare: async (page) => {
        await complained(page);
        await page.getByRole('searchbox').fill(demo.customer.email);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Transactions' }).waitFor();
      },
    },
  ] satisfies readonly Shot[]
).map((shot): Shot => ({ ...shot, account: demo.officer }));

const WALLET = '**/api/exchange/get-wallet-list';

/** Answers all API requests with a network's sign-in page, as in a café. */
const captivePortal = async (page: Page): Promise<void> => {
  // Routed for the context, so that the worker's requests are answered in the same way.
  await page
    .context()
    .route('**/api/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
    );
};

/** Problems that can occur anywhere; the last picture ends the session of its account. */
const troubles: readonly Shot[] = [
  {
    name: 'trouble-captive-portal',
    path: '/wallet',
    account: demo.customer,
    prepare: async (page) => {
      await captivePortal(page);
      await page.reload();
      await page.getByText('We couldn’t refresh your balances.').waitFor();
    },
  },
  {
    name: 'trouble-balance-unknown',
    path: '/wallet',
    account: demo.empty,
    prepare: async (page) => {
      await page.context().route(WALLET, (route) => route.abort());
      await page.evaluate(async () => {
        for (const { name } of await indexedDB.databases()) {
          if (name) indexedDB.deleteDatabase(name);
        }
      });
      await page.reload();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'trouble-page-missing',
    path: '/wallet',
    account: demo.empty,
    prepare: async (page) => {
      await page.evaluate(async () => {
        for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
        for (const name of await caches.keys()) await caches.delete(name);
        // Pretend that the one reload allowed for a missing part has already happened.
        const build = document.querySelector<HTMLMetaElement>('meta[name=app]')?.content;
        sessionStorage.setItem('kopa-reloaded-for', build ?? '');
      });
      await page.context().route('**/assets/swap-page-*.js', (route) => route.abort());
      await page.reload();
      await page.getByRole('link', { name: 'Swap' }).first().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'trouble-app-broken',
    path: '/privacy-policy',
    prepare: async (page) => {
      await page.evaluate(async () => {
        for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
        for (const name of await caches.keys()) await caches.delete(name);
        // As if the app had failed to start before.
        sessionStorage.setItem('kopa-failed-start', '1');
      });
      await page.context().route('**/assets/vendor-*.js', (route) => route.abort());
      await page.goto('/');
      await page.getByRole('button', { name: 'Repair the app' }).waitFor();
    },
  },
  {
    name: 'trouble-session-expired',
    path: '/wallet',
    account: demo.empty,
    prepare: async (page) => {
      await page.evaluate(() => {
        const stored = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
        const over = { ...stored, token: 'over', refreshToken: 'over' };
        localStorage.setItem('auth-storage', JSON.stringify(over));
      });
      await page.reload();
      await page.getByRole('dialog', { name: 'Session Expired' }).waitFor();
    },
  },
];

export const shots: readonly Shot[] = [
  ...opened,
  ...signedOut,
  ...signedIn,
  ...troubles,
  ...admin,
  ...officers,
];
