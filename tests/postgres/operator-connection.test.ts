import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listClosed } from '#server/services/staff/admin/trading.ts';
import { migrate } from '#server/store/migrate.ts';
import { type OpenDatabase, openPostgres } from '#server/store/open.ts';
import { checkLedger, incidentCommand, tradingCommand } from '#tests/support/admin-command.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

/** Operators' commands while servers hold every connection of the pooler (HARD-86). */

let database: FreshDatabase;
let store: OpenDatabase;
let pooler: Awaited<ReturnType<typeof fullPooler>>;

/** A pooler all of whose connections are taken: whoever comes is let in and waits. */
async function fullPooler(url: string) {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: own.href,
    close: async () => {
      for (const socket of waiting) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

beforeEach(async () => {
  database = await freshDatabase();
  store = openPostgres(database.url, () => undefined);
  await store.unhurried(migrate);
  pooler = await fullPooler(database.url);
});
afterEach(async () => {
  await pooler.close();
  await store.close();
  await database.drop();
});

test('HARD-86 what an operator closes is closed although no connection of the pooler is free', {
  timeout: 120_000,
}, async () => {
  const env = { SEED: 'none', DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: database.url };
  expect(await tradingCommand(['close', 'everything', 'keys', 'stolen'], env)).toMatchObject({
    code: 0,
  });
  expect((await listClosed(store.db)).halts).toMatchObject([{ scope: 'everything' }]);
  expect(await tradingCommand(['list'], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('everything closed since'),
  });
  expect(await checkLedger(env)).toMatchObject({ code: 0 });
  const outage = ['2026-11-24T14:05:00Z', '2026-11-24T14:20:00Z'];
  expect(await incidentCommand(outage, env)).toMatchObject({ code: 0 });
});

test('HARD-86 a command that gets no connection says so, and what to set', {
  timeout: 60_000,
}, async () => {
  const env = { SEED: 'none', DATABASE_URL: pooler.url };
  const ended = await tradingCommand(['close', 'everything', 'keys', 'stolen'], env);
  expect(ended).toMatchObject({
    code: 1,
    output: expect.stringMatching(/no connection within 5 seconds.*DATABASE_LISTEN_URL/),
  });
  expect((await listClosed(store.db)).halts).toEqual([]);
});
