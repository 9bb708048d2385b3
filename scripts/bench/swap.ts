import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential, newKey } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { differenceOf, Recording, readStatements, type Statement } from './statements.ts';
import { print, sized } from './statistics.ts';

const CUSTOMERS = sized(8, 2);
const SWAPS_EACH = sized(100, 2);

/** How many swaps are recorded at most until two in a row send the same statements. */
const MOST_RECORDED = 10;

interface Customer {
  readonly id: string;
  readonly credential: Credential;
}

async function customerOf(base: string): Promise<Customer> {
  const account = await freshCustomer(base, { balances: { BTC: '100' } });
  const { user, token, refreshToken } = await new ApiClient(base).signIn(
    account.email,
    account.password,
  );
  return { id: user.id, credential: { token, refreshToken } };
}

/** A customer's swap: requests a quote and confirms it. */
async function swap(api: ApiClient, { id, credential }: Customer): Promise<void> {
  const quote = await api.must(
    swapCrypto,
    { sourceCurrencyId: 'BTC', targetCurrencyId: 'USDC', sourceCurrencyAmount: '0.001' },
    { credential },
  );
  await api.must(
    confirmSwap,
    { conversionQuoteId: quote.data.conversion_quote_id, userId: id },
    { credential, idempotencyKey: newKey() },
  );
}

/** Operations per second by all customers in parallel; each customer makes one after the other. */
async function rate(customers: readonly Customer[], work: (customer: Customer) => Promise<void>) {
  const started = performance.now();
  await Promise.all(
    customers.map(async (customer) => {
      for (let done = 0; done < SWAPS_EACH; done++) await work(customer);
    }),
  );
  return (customers.length * SWAPS_EACH * 1000) / (performance.now() - started);
}

async function record(env: Readonly<Record<string, string>>, folder: string) {
  const file = join(folder, 'statements');
  const recorder = join(import.meta.dirname, 'record-statements.ts');
  const server = await startServer({
    env: { ...env, STATEMENTS_FILE: file, NODE_OPTIONS: `--import=${recorder}` },
  });
  try {
    const customer = await customerOf(server.url);
    const api = new ApiClient(server.url);
    const recordOne = async (): Promise<readonly Statement[]> => {
      writeFileSync(file, '');
      await swap(api, customer);
      return readStatements(file);
    };
    // The first swaps fill the caches of what the server reads only once. A later one may send more, when a
    // minute is over or a transaction is run again: two in a row that send the same are the usual way.
    let [one, two] = [await recordOne(), await recordOne()];
    for (let i = 0; i < MOST_RECORDED && differenceOf(one, two); i++) {
      [one, two] = [two, await recordOne()];
    }
    return { recording: new Recording(one, two), owner: customer.id };
  } finally {
    await server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kopa-bench-'));
const cluster = await startCluster();
try {
  const env = { DATABASE_URL: cluster.url, SEED: 'none' };
  const { recording, owner } = await record(env, folder);
  const server = await startServer({ env });
  const api = new ApiClient(server.url);
  const customers: Customer[] = [];
  for (let i = 0; i < CUSTOMERS; i++) customers.push(await customerOf(server.url));
  for (const customer of customers) await swap(api, customer);
  const through = await rate(customers, (customer) => swap(api, customer));
  await server.stop();

  const connections = new Map<string, pg.Client>();
  for (const { id } of customers) {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    connections.set(id, client);
  }
  const bare = await rate(customers, async ({ id }) => {
    const client = connections.get(id);
    if (client) await recording.play(client, id, owner);
  });
  await Promise.all([...connections.values()].map((client) => client.end()));

  print(`${CUSTOMERS} customers at once, ${SWAPS_EACH} swaps each, PostgreSQL, one API process`);
  print(`through the API             ${through.toFixed(0)} swaps a second`);
  print(
    `its ${String(recording.length).padStart(2)} statements, bare     ${bare.toFixed(0)} swaps a second`,
  );
  print(`ratio                       ${(through / bare).toFixed(2)}`);
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
