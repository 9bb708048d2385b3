import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from '#server/store/open.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

test('a connection that breaks in the middle of a transaction ends the transaction, not the process', async () => {
  const database = await freshDatabase();
  const broken = Promise.withResolvers<unknown>();
  const store = openPostgres(database.url, broken.resolve);
  const work = store.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(store.db);
    // Nothing is asked of it at this moment, so nobody is told by an answer.
    await broken.promise;
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toThrow();
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(store.db);
  expect(rows).toEqual([{ one: 1 }]);
  await store.close();
  await database.drop();
});
