import { createHash } from 'node:crypto';
import pg from 'pg';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { lengthenHistory } from './long-history.ts';
import { median, print, sized } from './statistics.ts';

const SIZES = sized([10, 1_000, 100_000, 1_000_000], [10, 100]);
const SAMPLES = sized(30, 1);
const WARM_UP = sized(50, 0);
/**
 * The number of entries of a page. The shortest history has as many of each asset, so that every page is full.
 */
const LIMIT = 5;

interface Page {
  readonly currency_id?: string;
  readonly search?: string;
  readonly from?: string;
  readonly until?: string;
  /** The number of entries in the answer; by default a full page. */
  readonly has?: number;
}

const pages: Readonly<Record<string, Page>> = {
  'a search, found on every page': { search: 'btc' },
  'a search, in the oldest only': { search: 'ethereum' },
  'the id of the oldest': { search: createHash('md5').update('1').digest('hex'), has: 1 },
  'an address of nobody': { search: `0x${'1234'.repeat(10)}`, has: 0 },
  'an amount of nobody': { search: '98,765.4321', has: 0 },
  'two words and no entry': { search: 'deposit tether', has: 0 },
  'a range of dates': { from: '2000-01-01T00:00:01Z', until: '2000-01-01T00:00:04Z', has: 3 },
  'all assets': {},
  'an asset in most': { currency_id: 'BTC' },
  'an asset in the oldest only': { currency_id: 'ETH' },
};

async function measure(
  api: ApiClient,
  credential: Credential,
  { has = LIMIT, ...asked }: Page,
): Promise<number> {
  const request = { limit: LIMIT, ...asked };
  const times: number[] = [];
  for (let i = -WARM_UP; i < SAMPLES; i++) {
    const started = performance.now();
    const { data } = await api.must(getTransactionHistory, request, { credential });
    if (i >= 0) times.push(performance.now() - started);
    if (data.length !== has) throw new Error(`${data.length} entries instead of ${has}`);
  }
  return median(times);
}

const cluster = await startCluster();
try {
  const server = await startServer({ env: { DATABASE_URL: cluster.url, SEED: 'none' } });
  const client = new pg.Client({ connectionString: cluster.url });
  try {
    await client.connect();
    const api = new ApiClient(server.url);
    const account = await freshCustomer(server.url);
    const { user, ...credential } = await api.signIn(account.email, account.password);
    const smallest = new Map<string, number>();
    let size = 0;
    print(`first page of ${LIMIT} entries through the API, median of ${SAMPLES}`);
    for (const next of SIZES) {
      await lengthenHistory(client, user.id, size, next);
      size = next;
      for (const [name, request] of Object.entries(pages)) {
        const took = await measure(api, credential, request);
        const least = smallest.get(name) ?? took;
        smallest.set(name, least);
        const label = `${size} transactions, ${name}`.padEnd(50);
        print(`${label} ${took.toFixed(2).padStart(9)} ms  ${(took / least).toFixed(2)}x`);
      }
    }
  } finally {
    await client.end();
    await server.stop();
  }
} finally {
  await cluster.stop();
}
