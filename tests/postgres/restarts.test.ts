import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { type Balancer, startBalancer } from '#tests/support/balancer.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { newTally, oneSwap, oneWithdrawal } from '#tests/support/money-load.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

const RESTARTS = process.env.LONG ? 10 : 2;

let database: FreshDatabase;
let books: InProcess;
let balancer: Balancer;
beforeAll(async () => {
  database = await freshDatabase();
  books = await startInProcess({ databaseUrl: database.url });
  balancer = await startBalancer();
});
afterAll(async () => {
  await balancer.close();
  await books.close();
  await database.drop();
});

/** One customer who goes on with their business until told. */
async function busy(who: Person, over: AbortSignal): Promise<number> {
  const tally = newTally();
  const api = new ApiClient(balancer.url);
  const any = () => api;
  while (!over.aborted) {
    await api.must(getWalletList, {}, { credential: who.credential });
    await oneSwap(any, api, who, tally);
    await oneWithdrawal(any, api, who, tally);
  }
  expect(tally.lost).toBe(0);
  return tally.swapped.length + tally.withdrawn.length;
}

test(`OPS-03 of ${RESTARTS} rolling restarts of two processes behind a balancer under load, no request notices any`, async () => {
  const env = {
    DATABASE_URL: database.url,
    SEED: 'none',
    LIMIT_PER_ADDRESS: '100000',
    DRAIN_SECONDS: '2',
  };
  const start = () => startServer({ env });
  const join = async (server: ServerProcess) => {
    balancer.add(server.url);
    await expect.poll(() => balancer.ready(), { timeout: 30_000 }).toContain(server.url);
    return server;
  };
  let pair = await Promise.all([start().then(join), start().then(join)]);
  const people = await Promise.all(
    Array.from({ length: 4 }, () => person(books.deps, { balances: { BTC: '5' } })),
  );
  const over = new AbortController();
  const work = people.map((who) => busy(who, over.signal));
  for (let restart = 0; restart < RESTARTS; restart++) {
    const [leaving, staying] = pair;
    if (!leaving || !staying) throw new Error('there are two');
    await leaving.stop();
    expect(leaving.output()).toContain('"event":"stopped"');
    expect(leaving.output()).not.toContain('"level":"error"');
    balancer.remove(leaving.url);
    pair = [staying, await start().then(join)];
  }
  over.abort();
  const done = await Promise.all(work);
  expect(Math.min(...done)).toBeGreaterThan(0);
  expect(balancer.lost).toEqual([]);
  await Promise.all(pair.map((server) => server.stop()));
  expect(await violations(books.deps.db)).toEqual([]);
}, 3_600_000);

/** The log's lines of a process that has ended. */
const linesOf = (output: string): readonly Record<string, unknown>[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('OPS-03 OPS-08 while it drains, a server is not ready and ends each connection with its answer; its log is JSON from first to last', async () => {
  const server = await startServer({
    env: { DATABASE_URL: database.url, SEED: 'none', DRAIN_SECONDS: '60' },
  });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  process.kill(server.pid, 'SIGHUP');
  await expect.poll(() => server.output()).toContain('"stopping"');
  const answer = await new Promise<{
    status?: number | undefined;
    connection?: string | undefined;
  }>((done, failed) => {
    request(`${server.url}/readyz`, { agent: false, headers: { connection: 'keep-alive' } })
      .on('response', (response) => {
        response.resume();
        done({ status: response.statusCode, connection: response.headers.connection });
      })
      .on('error', failed)
      .end();
  });
  expect(answer).toEqual({ status: 503, connection: 'close' });
  // A person who presses Ctrl-C does not wait for balancers: this ends the drain.
  await server.stop('SIGINT');
  const lines = linesOf(server.output());
  expect(lines[0]).toMatchObject({ event: 'starting', version: expect.any(String) });
  expect(lines.map(({ event }) => event)).toContain('listening');
  expect(lines.at(-1)).toMatchObject({ event: 'stopped' });
});
