import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations.ts';
import { openPostgres } from '#server/store/open.ts';
import { adminCommand, checkLedger } from '#tests/support/admin-command.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server-process.ts';

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

test('OPS-02 tools refuse an empty database and make nothing in it', async () => {
  const database = await freshDatabase();
  const checked = await checkLedger({ DATABASE_URL: database.url });
  expect(checked.code).toBe(1);
  expect(checked.output).toMatch(/PostgreSQL database kopa_\w+ on 127\.0\.0\.1:\d+ is empty/);
  const listed = await adminCommand(['list'], { DATABASE_URL: database.url });
  expect(listed).toMatchObject({ code: 1, output: expect.stringContaining('is empty') });
  const store = openPostgres(database.url, () => undefined);
  const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(store.db);
  expect(rows).toEqual([]);
  await store.close();
  await database.drop();
});

test('OPS-02 a server and the tools refuse a database that a newer version migrated, naming what they do not know', async () => {
  const database = await freshDatabase();
  const store = openPostgres(database.url, () => undefined);
  await migrate(store.db);
  await sql`insert into schema_migrations values ('9999-of-tomorrow', now())`.execute(store.db);
  await expect(migrate(store.db)).rejects.toThrow('9999-of-tomorrow');
  const env = { DATABASE_URL: database.url, SEED: 'none' };
  await expect(startServer({ env })).rejects.toThrow('9999-of-tomorrow');
  expect((await checkLedger(env)).output).toContain('9999-of-tomorrow');
  await sql`delete from schema_migrations where name in ('9999-of-tomorrow', ${migrations.at(-1)?.name})`.execute(
    store.db,
  );
  expect((await checkLedger(env)).output).toContain(`has not run ${migrations.at(-1)?.name}`);
  await store.close();
  await database.drop();
});
