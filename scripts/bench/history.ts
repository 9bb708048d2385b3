import pg from 'pg';
import { getTransactionHistory } from '#core/contract/history.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { median, print } from './statistics.ts';

const SIZES = [10, 1_000, 100_000, 1_000_000];
const SAMPLES = 30;
const WARM_UP = 50;
/** As many as the shortest history has of each asset, so that every page carries the same rows. */
const LIMIT = 5;

const pages = {
  'all assets': { limit: LIMIT },
  'an asset in most': { limit: LIMIT, currency_id: 'BTC' },
  'an asset in the oldest only': { limit: LIMIT, currency_id: 'ETH' },
};

/**
 * Writes the transactions after `from` up to `to`, a second apart: every fourth a conversion with
 * both legs. Only the customer's own lines, as no other is read; unchecked, as a million take long.
 */
async function grow(client: pg.Client, userId: string, from: number, to: number) {
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into journals select 'bench-' || i, case when i % 4 = 0 then 'conversion' else 'payment' end,
       'bench', $1, null, '', '', '', '', '', timestamptz '2000-01-01' + i * interval '1 second'
     from generate_series($2::int, $3::int) i`,
    [userId, from + 1, to],
  );
  await client.query(
    `insert into postings select 'bench-' || i, line, 'bench-' || $1::text,
       case when line = 1 then 'USDC' when i < 10 and i % 2 = 1 then 'ETH' else 'BTC' end,
       case when line = 1 then -1 else 1 end, $1::text,
       timestamptz '2000-01-01' + i * interval '1 second'
     from generate_series($2::int, $3::int) i, generate_series(0, 1) line
     where line = 0 or i % 4 = 0`,
    [userId, from + 1, to],
  );
  await client.query('vacuum analyze journals, postings');
}

async function measure(
  api: ApiClient,
  credential: Credential,
  request: (typeof pages)[keyof typeof pages],
): Promise<number> {
  const times: number[] = [];
  for (let i = -WARM_UP; i < SAMPLES; i++) {
    const started = performance.now();
    const { data } = await api.must(getTransactionHistory, request, { credential });
    if (i >= 0) times.push(performance.now() - started);
    if (data.length !== LIMIT) throw new Error(`${data.length} entries instead of ${LIMIT}`);
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
      await grow(client, user.id, size, next);
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
