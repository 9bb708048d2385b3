import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { downloadOwnData } from '#core/contract/account/account.ts';
import { swapCrypto } from '#core/contract/money/swap.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { createParties } from '#server/adapters/parties.ts';
import { systemClock } from '#server/base/clock.ts';
import { jsonLog } from '#server/base/log.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { violations } from '#server/ledger/invariants.ts';
import { loopsOf } from '#server/loops.ts';
import { conditions } from '#server/platform/conditions.ts';
import { readWaiting } from '#server/services/operation/watch/waiting.ts';
import { showCases } from '#server/services/staff/desk/desk.ts';
import { type OpenDatabase, openPostgres } from '#server/store/open.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { POSTINGS_EACH, writeManyCustomers } from '#tests/support/many-customers.ts';
import { type Reading, readingsOf, statementsOf } from '#tests/support/plans.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { type Customer, recordEach, type Work } from './recorded.ts';
import { median, print, sized } from './statistics.ts';

/** The limit for the time with many customers, as a multiple of the time with few. */
const FLOOR = 1.3;
const CUSTOMERS = sized(1_000_000, 200);
/**
 * The customers of the small database, which is nearly empty: the check of the books reads their accounts in one slice.
 */
const BESIDE = sized(2_000, 20);
/** The number of customers in each database who make the calls. */
const FEW = sized(64, 2);
const ROUNDS = sized(12, 1);
const LOOP_ROUNDS = sized(75, 1);
const WARM_UP = sized(3, 1);
/** A loop's statement that reads more rows of a table than this is printed: it probably reads the whole table. */
const MANY_ROWS = sized(2_000, 50);

/** Loops without a limit: this one compares all balances with all postings, once an hour and in slices. */
const READS_ALL: ReadonlySet<string> = new Set(['loop “books not watched”']);
/**
 * The rounds of downloading all data of a customer, after a first one. The server allows a customer five an hour.
 */
const OWN_DATA = sized(3, 1);

const password = 'Kopa-demo-2026!';

const kinds = {
  wallet: async (api, { credential }) => {
    await api.must(getWalletList, {}, { credential });
  },
  history: async (api, { credential }) => {
    const { data } = await api.must(getTransactionHistory, { limit: 10 }, { credential });
    if (data.length !== 10) throw new Error(`${data.length} entries of a page`);
  },
  quote: async (api, { credential }) => {
    const amount = { sourceCurrencyAmount: '0.001' };
    const pair = { sourceCurrencyId: 'BTC', targetCurrencyId: 'USDC' };
    await api.must(swapCrypto, { ...pair, ...amount }, { credential });
  },
} satisfies Readonly<Record<string, Work>>;
type Kind = keyof typeof kinds;

const ownData: Work = async (api, { credential }) => {
  await api.must(downloadOwnData, { password }, { credential });
};

/** With `KEEP` set to a folder, the cluster's data stay there and the next run need not fill the databases. */
const kept = process.env.KEEP || undefined;
const cluster = await startCluster(
  [
    ...[
      '-c',
      'shared_buffers=2GB',
      '-c',
      'effective_cache_size=12GB',
      '-c',
      'random_page_cost=1.1',
    ],
    // Without a replica the write-ahead log may be minimal: tables and indexes are then built without being logged.
    ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0', '-c', 'max_wal_size=8GB'],
    ...['-c', 'checkpoint_timeout=30min', '-c', 'max_parallel_workers_per_gather=0'],
  ].map((flag) => flag.replace('2GB', sized('2GB', '128MB'))),
  undefined,
  kept,
);
const folder = mkdtempSync(join(tmpdir(), 'kopa-bench-'));
const admin = new pg.Client({ connectionString: cluster.url });

interface Place {
  readonly name: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

const place = (name: string): Place => {
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  const env = { DATABASE_URL: url.href, SEED: 'none', LIMIT_PER_ADDRESS: '1000000' };
  return { name, url: url.href, env };
};

async function withClient<T>({ url }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Turns off the protection against crashes while rows are loaded: after a crash they would only be loaded again. */
async function hurry(on: boolean): Promise<void> {
  for (const name of ['fsync', 'full_page_writes', 'autovacuum']) {
    await admin.query(on ? `alter system set ${name} = off` : `alter system reset ${name}`);
  }
  await admin.query('select pg_reload_conf()');
}

/** The parts of a server that its loops need. */
function partsOf({ url, env }: Place): { readonly deps: Deps; readonly store: OpenDatabase } {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const store = openPostgres(url, () => undefined);
  const clock = systemClock();
  const log = jsonLog((line) => {
    if (/"level":"error"/.test(line)) print(`  logged: ${line.trim()}`);
  });
  const parties = createParties(read.config.parties, { db: store.db, now: clock.now, log });
  return {
    deps: { config: read.config, db: store.db, clock, random: randomBytes, log, parties },
    store,
  };
}

/** Makes a database with this number of customers, unless an earlier run has made it. */
async function fill(where: Place, count: number): Promise<void> {
  const { rows } = await admin.query('select 1 from pg_database where datname = $1', [where.name]);
  if (rows.length > 0) return;
  // It is filled under another name and renamed at the end: a database that has its name is complete.
  const unfinished = place(`${where.name}_unfinished`);
  await admin.query(`drop database if exists ${unfinished.name}`);
  await admin.query(`create database ${unfinished.name}`);
  await write(unfinished, count);
  await admin.query(`alter database ${unfinished.name} rename to ${where.name}`);
}

async function write(where: Place, count: number): Promise<void> {
  const server = await startServer({ env: where.env });
  const ids: string[] = [];
  try {
    const api = new ApiClient(server.url);
    for (let i = 0; i < FEW; i++) {
      const { email } = await freshCustomer(server.url);
      ids.push((await api.signIn(email, password)).user.id);
    }
  } finally {
    await server.stop();
  }
  const { deps, store } = partsOf(where);
  const list = (await deps.parties.screening.version()) ?? '';
  await hurry(true);
  await withClient(where, async (client) => {
    await client.query(`set work_mem = '${sized('1GB', '4MB')}'`);
    await client.query(`set maintenance_work_mem = '${sized('2GB', '64MB')}'`);
    await client.query('set max_parallel_maintenance_workers = 0');
    await writeManyCustomers(client, count, { ids, list }, (step, seconds) => {
      if (seconds >= 1) print(`  ${where.name}: ${step} ${seconds.toFixed(0)} s`);
    });
    await client.query('checkpoint');
  });
  await hurry(false);
  try {
    const wrong = await store.unhurried(violations);
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong.slice(0, 3)));
    print(`  ${where.name}: the books are sound`);
  } finally {
    await store.close();
  }
}

interface Sides<T> {
  readonly few: T;
  readonly many: T;
}

const both = async <T, R>({ few, many }: Sides<T>, work: (one: T) => Promise<R>) => ({
  few: await work(few),
  many: await work(many),
});

const tooSlow: string[] = [];

/**
 * Prints the medians of both sides in milliseconds, and their ratio. A difference of less than one millisecond cannot
 * be told from noise and is never above the limit. `counts`: whether the limit applies.
 */
function compare(name: string, { few, many }: Sides<readonly number[]>, counts = true): void {
  const [alone, among] = [median(few), median(many)];
  const ratio = among / alone;
  const slow = counts && ratio > FLOOR && among - alone > 1;
  if (slow) tooSlow.push(name);
  print(
    `${name.padEnd(52)} ${among.toFixed(2).padStart(9)} ms beside ${alone.toFixed(2).padStart(8)} ms  ${ratio.toFixed(2).padStart(8)}x${slow ? ` above ${FLOOR}` : ''}`,
  );
}

/** Works on the two sides in turn, so that other load on the machine affects both. */
async function alternately<T>(
  sides: Sides<T>,
  rounds: number,
  work: (one: T, round: number) => Promise<readonly number[]>,
): Promise<Sides<readonly number[]>> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.few.push(...(await work(sides.few, round)));
    times.many.push(...(await work(sides.many, round)));
  }
  return times;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Signs in the customers of a database that were registered through the API. */
async function signedIn({ url }: Place, api: ApiClient): Promise<readonly Customer[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ email: string }>(
    `select email from users where email like 'c%@kopa.test' order by email limit ${FEW}`,
  );
  await client.end();
  const customers: Customer[] = [];
  for (const { email } of rows) {
    const { user, token, refreshToken } = await api.signIn(email, password);
    customers.push({ id: user.id, credential: { token, refreshToken } });
  }
  return customers;
}

async function measureCalls(places: Sides<Place>): Promise<void> {
  await using ending = new AsyncDisposableStack();
  const sides = await both(places, async (where) => {
    const server = await startServer({ env: where.env });
    ending.defer(() => server.stop());
    const api = new ApiClient(server.url);
    return { api, customers: await signedIn(where, api) };
  });
  const ask = (work: Work) => async (side: typeof sides.few) => {
    const times: number[] = [];
    for (const customer of side.customers) times.push(await timed(() => work(side.api, customer)));
    return times;
  };
  const names = Object.keys(kinds) as Kind[];
  const first = new Map<Kind, Sides<readonly number[]>>();
  for (const kind of names) first.set(kind, await alternately(sides, 1, ask(kinds[kind])));
  for (const kind of names) compare(kind, await alternately(sides, ROUNDS, ask(kinds[kind])));
  const unread = await alternately(sides, 1, ask(ownData));
  compare('all that is stored about a customer', await alternately(sides, OWN_DATA, ask(ownData)));
  // Nobody has read these customers' rows since the database was started, so it may read them from the disk.
  for (const [kind, times] of first) compare(`${kind}, the first of a customer`, times, false);
  compare('all that is stored, the first of a customer', unread, false);
}

/** Makes the loops' work due now that the processes share: when it is due next is stored in the database. */
const allDue = (deps: Deps) =>
  deps.db
    .updateTable('price_alert_rounds')
    .set({ due_at: new Date(0) })
    .execute()
    .then(() =>
      deps.db
        .updateTable('custody_feeds')
        .set({ due_at: new Date(0) })
        .execute(),
    );

const readingText = ({ table, index, rows }: Reading): string =>
  `${table} ${index === undefined ? 'from one end to the other' : `by ${index}`}: ${rows} rows`;

/** Prints the statements of some work that read many rows of a table. */
async function tellReadings(where: Place, work: () => Promise<unknown>): Promise<void> {
  const sent = await statementsOf(work);
  await withClient(where, async (client) => {
    for (const { sent: one, readings } of await readingsOf(client, sent)) {
      const many = readings.filter(({ rows }) => rows > MANY_ROWS);
      if (many.length === 0) continue;
      print(`    ${one.text.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
      for (const reading of many) print(`      ${readingText(reading)}`);
    }
  });
}

async function measureLoops(places: Sides<Place>): Promise<void> {
  await using ending = new AsyncDisposableStack();
  const sides = await both(places, async (where) => {
    const { deps, store } = partsOf(where);
    ending.defer(() => store.close());
    const officer = await deps.db
      .selectFrom('users')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const told = conditions(deps.log, deps.clock.now);
    const stopping = new AbortController().signal;
    const works = [
      ...loopsOf(deps, told).map(({ failed, round }) => ({
        name: `loop “${failed}”`,
        work: () => round(deps, stopping),
      })),
      { name: 'what waits, for /metrics', work: () => readWaiting(deps) },
      {
        name: 'the first page of the desk',
        work: () => showCases(deps, officer.id, { after: '' }),
      },
    ];
    return { where, deps, works };
  });
  for (const [at, { name }] of sides.few.works.entries()) {
    const round = async ({ deps, works }: typeof sides.few) => {
      await allDue(deps);
      return [await timed(async () => works[at]?.work())];
    };
    const first = await alternately(sides, 1, round);
    if (READS_ALL.has(name)) {
      compare(`${name}, which reads everything`, first, false);
      continue;
    }
    await alternately(sides, WARM_UP, round);
    compare(name, await alternately(sides, LOOP_ROUNDS, round));
    const { where, deps, works } = sides.many;
    if (median(first.many) > 3 * median(first.few) + 20) {
      print(
        `    its first round, when the process begins, ${median(first.many).toFixed(0)} ms beside ${median(first.few).toFixed(0)} ms`,
      );
    }
    await allDue(deps);
    await tellReadings(where, async () => works[at]?.work());
  }
}

/** Prints PostgreSQL's plans for the statements of the three calls. */
async function showPlans(where: Place): Promise<void> {
  const { recordings, owner } = await recordEach(where.env, folder, kinds, async (base) => {
    const [customer] = await signedIn(where, new ApiClient(base));
    if (!customer) throw new Error('nobody is registered');
    return customer;
  });
  await withClient(where, async (client) => {
    for (const [kind, recording] of recordings) {
      print(`\n${kind}`);
      for (const { text, values } of recording.again(owner, owner)) {
        const asks = /^(select|with|insert|update|delete)/i.test(text.trim());
        // In production the tables of the sandbox, which stands in for the parties, are not read.
        if (!asks || /\b(sandbox|market)_/.test(text)) continue;
        await client.query('begin');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, costs off) ${text}`,
          [...values],
        );
        await client.query('rollback');
        print(`  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`);
        for (const row of rows) print(`    ${row['QUERY PLAN']}`);
      }
    }
  });
}

async function measure(places: Sides<Place>): Promise<void> {
  await measureCalls(places);
  await measureLoops(places);
  await showPlans(places.many);
  print(
    tooSlow.length === 0
      ? `nothing is more than ${FLOOR}x as slow`
      : `more than ${FLOOR}x as slow: ${tooSlow.join('; ')}`,
  );
}

try {
  await admin.connect();
  const places = { few: place('kopa_few'), many: place('kopa_many') };
  await fill(places.few, BESIDE);
  await fill(places.many, CUSTOMERS);
  print(
    `${CUSTOMERS} customers with ${POSTINGS_EACH} postings each, beside ${BESIDE} of the same, in turn, PostgreSQL; floor ${FLOOR}x`,
  );
  // `--fill` only fills the databases, which takes long: with `KEEP` a later run measures at once.
  if (!process.argv.includes('--fill')) await measure(places);
} finally {
  await admin.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
