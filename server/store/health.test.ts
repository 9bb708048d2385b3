import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { databaseHealth } from './health.ts';
import { type OpenDatabase, openPostgres } from './open.ts';

let store: OpenDatabase | undefined;
afterEach(() => store?.close());

test('OPS-04 a database that can be written to is healthy; one that only answers is not, nor one that is closed', async () => {
  store = await memoryDatabase();
  expect(await databaseHealth(store.db)).toBe('ok');
  await sql`set default_transaction_read_only = on`.execute(store.db);
  expect(await databaseHealth(store.db)).toBe('read-only');
  await store.close();
  expect(await databaseHealth(store.db)).toBe('no answer');
});

test('a database that accepts connections but never answers is soon known to be unhealthy', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  store = openPostgres(`postgres://u:p@127.0.0.1:${port}/x`, () => undefined);
  expect(await databaseHealth(store.db, 100)).toBe('no answer');
  for (const socket of sockets) socket.destroy();
  silent.close();
});
