import { createServer, connect as dial, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openPostgres } from '#server/store/open.ts';
import { type Limits, serving } from '#server/store/postgres-pool.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

let database: FreshDatabase;
const opened: OpenDatabase[] = [];
const open = (limits: Partial<Limits> = {}, url = database.url): OpenDatabase => {
  const store = openPostgres(url, () => undefined, { ...serving, ...limits });
  opened.push(store);
  return store;
};
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = open();
  await sql`create table notes (id integer primary key, text text not null)`.execute(db);
  await sql`insert into notes values (1, '')`.execute(db);
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await database.drop();
});

const write = (text: string) => sql`update notes set text = ${text} where id = 1`;

test('every connection of a server has the limits of a server, and one for migrating has none', async () => {
  const limits = sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;
  const usual = open();
  const { rows } = await limits.execute(usual.db);
  expect(rows).toEqual([{ statement: '30s', lock: '5s', idle: '30s' }]);
  const { rows: none } = await usual.unhurried((db) => limits.execute(db));
  expect(none).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
});

test('a statement that takes too long is ended, and one that may take its time is not', async () => {
  const store = open({ statement: 300 });
  const slow = sql<{ done: string }>`select 'done' as done, pg_sleep(0.6)`;
  await expect(slow.execute(store.db)).rejects.toMatchObject({ code: '57014' });
  const { rows } = await store.unhurried((db) => slow.execute(db));
  expect(rows).toMatchObject([{ done: 'done' }]);
});

test('who waits for a lock for long tries again, and gets it when it is free', async () => {
  const store = open({ lock: 100 });
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holder = store.unhurried((db) =>
    inTransaction(db, async (tx) => {
      await write('holder').execute(tx);
      held.resolve();
      await free.promise;
    }),
  );
  await held.promise;
  let attempts = 0;
  await inTransaction(store.db, async (tx) => {
    if (++attempts === 3) {
      free.resolve();
      await holder;
    }
    await write('waiter').execute(tx);
  });
  expect(attempts).toBe(3);
  const { rows } = await sql<{ text: string }>`select text from notes`.execute(store.db);
  expect(rows).toEqual([{ text: 'waiter' }]);
});

test('a transaction that is begun and forgotten keeps nobody out', async () => {
  const store = open({ idle: 300 });
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const forgotten = store.db.transaction().execute(async (tx) => {
    await write('forgotten').execute(tx);
    held.resolve();
    await over.promise;
    await sql`select 1`.execute(tx);
  });
  forgotten.catch(() => undefined);
  await held.promise;
  await inTransaction(store.db, (tx) => write('next').execute(tx));
  over.resolve();
  await expect(forgotten).rejects.toThrow();
  const { rows } = await sql<{ text: string }>`select text from notes`.execute(store.db);
  expect(rows).toEqual([{ text: 'next' }]);
});

/** The way to the database, which can go silent: what was sent is kept, nothing comes back. */
async function way() {
  const { hostname, port } = new URL(database.url);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!silent) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = new URL(database.url);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    silence: (now: boolean) => {
      silent = now;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a connection that says nothing is given up and not given to the next one', async () => {
  const between = await way();
  // Short only while nothing answers: otherwise a busy machine may take its time.
  const limits = { ...serving };
  const silence = (now: boolean): void => {
    limits.silence = now ? 300 : serving.silence;
    between.silence(now);
  };
  const store = openPostgres(between.url, () => undefined, limits);
  opened.push(store);
  const { db } = store;
  const one = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const { rows: before } = await one.execute(db);
  silence(true);
  await expect(one.execute(db)).rejects.toThrow('the database does not answer');
  const other = open({ connect: 300 }, between.url);
  await expect(one.execute(other.db), 'no other answers either').rejects.toThrow();
  silence(false);
  const { rows: after } = await one.execute(db);
  expect(after).not.toEqual(before);

  const work = inTransaction(db, async (tx) => {
    silence(true);
    await one.execute(tx);
  });
  await expect(work).rejects.toThrow('the database does not answer');
  silence(false);
  const { rows: last } = await one.execute(db);
  expect(last).not.toEqual(after);
  between.close();
});
