import { test as base, expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { geolocation, geolocationPath } from '#core/contract/geolocation.ts';
import { marketCurrencyOf } from '#core/domain/region.ts';
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
  /** A funded customer of this test's own. */
  readonly customer: (options?: CustomerOptions) => Promise<Account>;
  readonly network: Network;
  /** Collected and asserted to be none after every test. */
  readonly problems: Problems;
}

interface WorkerFixtures {
  readonly sharedApp: ServerProcess;
}

/** A server of the test's own with the demo accounts. */
export const startSeeded = (env: Record<string, string> = {}): Promise<ServerProcess> => {
  const template = process.env.KOPA_TEMPLATE;
  if (!template) throw new Error('the global setup did not run');
  // Every customer of a run comes from the same address.
  return startServer({ template, env: { SEED: 'demo', LIMIT_PER_ADDRESS: '100000', ...env } });
};

/** Journeys that share one server per worker: each must bring its own customer. */
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
    // What is still held back then, nobody waits for.
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

/** Journeys that change what others see, such as prices or the server itself: a server each. */
export const isolatedTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
  app: async ({}, use) => {
    const server = await startSeeded();
    await use(server);
    await server.stop();
  },
});

/**
 * The app has taken over the page that the build wrote: until then a link to another page is a link, and
 * a field is written into in two steps, between which it may do so.
 */
export async function appRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => !('pressed' in document.documentElement.dataset));
}

/**
 * Opens a page on a device on which this customer has signed in: with a session of the real server, stored
 * as the sign-in page stores it. It saves loading that page and the landing page where neither is the subject.
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
  // What the app stores from here on stays.
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
