import { createServer, type Server, type Socket } from 'node:net';
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

/** What a pooler or a starting database says to whoever connects, and nothing more. */
const refusing = (code: string): Server =>
  createServer((socket) =>
    socket
      .on('error', () => undefined)
      .once('data', () => {
        const fields = Buffer.from(`SFATAL\0C${code}\0Mserver login has been failing\0\0`);
        const head = Buffer.alloc(5);
        head.write('E');
        head.writeInt32BE(fields.length + 4, 1);
        socket.end(Buffer.concat([head, fields]));
      }),
  );

test.each([
  ['08P01', 'no answer'],
  ['57P03', 'no answer'],
  ['53100', 'cannot write'],
])('OPS-04 a refusal with %s is told as %s', async (code, told) => {
  const server = refusing(code);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  store = openPostgres(`postgres://u:p@127.0.0.1:${port}/x`, () => undefined);
  expect(await databaseHealth(store.db)).toBe(told);
  server.close();
});
