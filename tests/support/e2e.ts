import { test as base, expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { geolocation, geolocationPath } from '#core/contract/market/geolocation.ts';
import { marketCurrencyOf } from '#core/money/region.ts';
import { type Account, type CustomerOptions, freshCustomer } from './accounts.ts';
import { ApiClient } from './api-client.ts';
import { type Network, networkOf } from './network.ts';
import { collectProblems, type Problems } from './problems.ts';
import { Sandbox } from './sandbox.ts';
import { type ServerProcess, startServer } from './server-process.ts';

interface Fixtures {
  /** The real server with the demo accounts, serving the production build. */
  readonly app: ServerProcess;
  readonly sandbox: Sandbox;
  /** Registers a customer for this test alone, with balances if asked for. */
  readonly customer: (options?: CustomerOptions) => Promise<Account>;
  readonly network: Network;
  /** Console errors, uncaught errors and policy violations. After every test the list must be empty. */
  readonly problems: Problems;
}

interface WorkerFixtures {
  readonly sharedApp: ServerProcess;
}

/** Starts a server with the demo accounts. */
export const startSeeded = (env: Record<string, string> = {}): Promise<ServerProcess> => {
  const template = process.env.KOPA_TEMPLATE;
  if (!template) throw new Error('the global setup did not run');
  // All customers of a run call from the same IP address, so the limit per address must not apply.
  return startServer({ template, env: { SEED: 'demo', LIMIT_PER_ADDRESS: '100000', ...env } });
};

/** For journeys that share one server per worker: each needs a customer of its own. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
    async ({}, use) => {
      const server = await startSeeded();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  app: async ({ sharedApp }, use) => use(sharedApp),
  baseURL: async ({ app }, use) => use(app.url),
  sandbox: async ({ app }, use) => use(new Sandbox(app.url)),
  customer: async ({ app }, use) => use((options) => freshCustomer(app.url, options)),
  network: async ({ context }, use) => {
    await use(networkOf(context));
    // At the end of the test nobody waits for requests that it still holds back, and their errors do not count.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
  problems: [
    async ({ context }, use) => {
      const problems = await collectProblems(context);
      await use(problems);
      expect(problems.list(), 'the console stays clean').toEqual([]);
    },
    { auto: true },
  ],
});

/** For journeys that change what others see, such as prices or the server itself: each has a server of its own. */
export const isolatedTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
  app: async ({}, use) => {
    const server = await startSeeded();
    await use(server);
    await server.stop();
  },
});

/**
 * Waits until the app has taken over the prerendered page. Before that, a link to another page loads a document; and
 * the app might replace a field between the two steps in which Playwright fills it in.
 */
export async function appRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => !('pressed' in document.documentElement.dataset));
}

/**
 * Opens a page as a signed-in customer: signs in through the API and stores the session as the sign-in page does. For
 * journeys whose subject is not the sign-in: it saves loading the sign-in page and the landing page.
 */
export async function openSignedIn(page: Page, account: Account, path = '/wallet'): Promise<void> {
  const located = await page.request.get(geolocationPath);
  const { country, countryName, continentCode, currency, timezone } = v.parse(
    geolocation,
    await located.json(),
  );
  const api = new ApiClient(new URL(located.url()).origin);
  const { token, refreshToken, user } = await api.logIn({
    email: account.email,
    password: account.password,
    device_info: 'test',
    device_id: api.device,
    ...(account.code !== undefined && { otp: account.code }),
  });
  const session = {
    token,
    refreshToken,
    user,
    country,
    countryName,
    continentCode,
    currencyName: marketCurrencyOf({ currency, continentCode }),
    timeZone: timezone,
    isAuthenticated: true,
  };
  const records = {
    'auth-storage': JSON.stringify(session),
    'kopa-device-id': api.device,
    userId: user.id,
  };
  const storing = await page.addInitScript((entries) => {
    if (window !== window.top) return;
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, records);
  await page.goto(path);
  // Without this, every further page load would overwrite what the app has stored meanwhile.
  await storing.dispose();
  await appRuns(page);
}

/** Signs in as a person does and waits for the landing page. */
export async function signIn(page: Page, account: Account, landing = '/wallet'): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(origin === 'null' ? '/' : `${origin}/`);
  await appRuns(page);
  const form = page.locator('form');
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  const submit = form.getByRole('button', { name: /^sign in$/i });
  await submit.click();
  if (account.code !== undefined) {
    await form.getByLabel('Code from your authenticator app').fill(account.code);
    await submit.click();
  }
  if (account.mailed) {
    const field = form.getByLabel('Code from our email');
    await expect(field).toBeFocused();
    await field.fill(await new Sandbox(new URL(page.url()).origin).code(account.email));
    await submit.click();
  }
  await page.waitForURL((url) => url.pathname === landing);
}
