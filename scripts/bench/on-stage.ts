import { type Browser, chromium } from '@playwright/test';
import pg from 'pg';
import { browserArguments } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { type Account, freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';

interface Stage {
  readonly url: string;
  /** For writing into the server's database what would take too long through the API. */
  readonly client: pg.Client;
  readonly browser: Browser;
  readonly account: Account;
  /** The user's id of that account. */
  readonly userId: string;
  readonly credential: Credential;
  readonly api: ApiClient;
}

/**
 * Builds the app, starts its server on a PostgreSQL of its own, creates one customer, who has nothing yet, and starts a
 * browser. All of it is stopped when `measure` has ended, also with an error.
 */
export async function onStage(measure: (stage: Stage) => Promise<void>): Promise<void> {
  if ((await build()) !== 0) throw new Error('the build failed');
  const executablePath = await getBrowser();
  await using ending = new AsyncDisposableStack();
  const cluster = await startCluster();
  ending.defer(() => cluster.stop());
  const { url, stop } = await startServer({ env: { DATABASE_URL: cluster.url, SEED: 'none' } });
  ending.defer(() => stop());
  const client = new pg.Client({ connectionString: cluster.url });
  ending.defer(() => client.end());
  const browser = await chromium.launch({
    args: [...browserArguments],
    executablePath,
  });
  ending.defer(() => browser.close());
  await client.connect();
  const account = await freshCustomer(url);
  const api = new ApiClient(url);
  const { user, ...credential } = await api.signIn(account.email, account.password);
  await measure({ url, client, browser, account, userId: user.id, credential, api });
}
