import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { healthy } from './health.ts';
import { type OpenDatabase, openPostgres } from './open.ts';

let store: OpenDatabase | undefined;
afterEach(() => store?.close());

test('a database that answers is healthy, and one that is closed is not', async () => {
  store = await memoryDatabase();
  expect(await healthy(store.db)).toBe(true);
  await store.close();
  expect(await healthy(store.db)).toBe(false);
});

test('a database that accepts connections but never answers is soon known to be unhealthy', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  store = openPostgres(`postgres://u:p@127.0.0.1:${port}/x`, () => undefined);
  expect(await healthy(store.db, 100)).toBe(false);
  for (const socket of sockets) socket.destroy();
  silent.close();
});
