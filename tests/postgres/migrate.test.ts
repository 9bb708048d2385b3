import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations.ts';
import { openPostgres } from '#server/store/open.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

test('eight servers that start at once on an empty database migrate it once', async () => {
  const database = await freshDatabase();
  const stores = Array.from({ length: 8 }, () => openPostgres(database.url, () => undefined));
  await Promise.all(stores.map(({ db }) => migrate(db)));
  const last = openPostgres(database.url, () => undefined);
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where name <> 'lock' order by name`.execute(last.db);
  expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name).sort());
  await Promise.all([...stores, last].map((store) => store.close()));
  await database.drop();
});
