import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startEngine } from '#server/store/engine.ts';
import { migrate } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations.ts';
import { embeddedStore } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { schemaText } from '#tests/support/schema-text.ts';

/** Written down from the database that the migrations before 1.0.0 led to. */
const file = join(import.meta.dirname, '..', 'fixtures', 'schema-1.0.0.txt');
const FIRST = 9;

test('the first migrations make the schema that everything before 1.0.0 led to', async () => {
  const store = embeddedStore(await startEngine());
  await inTransaction(store.db, async (tx) => {
    for (const { statements } of migrations.slice(0, FIRST)) {
      for (const statement of statements) await statement.execute(tx);
    }
  });
  const before = readFileSync(file, 'utf8').split('\n');
  expect((await schemaText(store.db)).split('\n')).toEqual(before);
  await store.close();
});

test('a database of a version that was never released is refused, with what to do', async () => {
  const store = await memoryDatabase();
  await sql`insert into schema_migrations values ('0001-core', now())`.execute(store.db);
  await expect(migrate(store.db)).rejects.toThrow(/before 1\.0\.0.*empty database/);
  await store.close();
});
