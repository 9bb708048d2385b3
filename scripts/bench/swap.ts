import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { type Customer, customerOf, recordEach } from './recorded.ts';
import { print, sized } from './statistics.ts';

const CUSTOMERS = sized(8, 2);
const SWAPS_EACH = sized(100, 2);

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

const folder = mkdtempSync(join(tmpdir(), 'kopa-bench-'));
const cluster = await startCluster();
try {
  const env = { DATABASE_URL: cluster.url, SEED: 'none' };
  const { recordings, owner } = await recordEach(env, folder, { swap });
  const recording = recordings.get('swap');
  if (!recording) throw new Error('no swap was recorded');
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
