import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations.ts';
import { openPostgres } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
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

const touched = [
  'bank_transfers',
  'withdrawals',
  'screenings',
  'saved_addresses',
  'users',
  'journals',
];

test('HARD-94 a migration that waits for a reader stops none of the servers that go on', async () => {
  const database = await freshDatabase();
  const lost = () => undefined;
  const server = openPostgres(database.url, lost);
  const before = migrations.filter(({ name }) => name < '0046');
  await server.unhurried((db) => migrate(db, lost, before));
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('begin');
  for (const table of touched) await reader.query(`select count(*) from ${table}`);
  const waits = Promise.withResolvers<string>();
  const migrating = server.unhurried((db) => migrate(db, waits.resolve));
  const call = async (table: string) => {
    await sql`select * from ${sql.table(table)} limit 1`.execute(server.db);
    await inTransaction(server.db, (tx) =>
      sql`select * from ${sql.table(table)} limit 1 for update`.execute(tx),
    );
  };
  expect(await waits.promise).toBe('0048-debts');
  // Twenty rounds beside the migration, which tries again and again meanwhile.
  for (let round = 0; round < 20; round++) await Promise.all(touched.map(call));
  await reader.query('rollback');
  await reader.end();
  await migrating;
  const { rows } = await sql<{
    name: string;
  }>`select indexrelid::regclass::text as name from pg_index
    where not indisvalid`.execute(server.db);
  expect(rows).toEqual([]);
  await server.close();
  await database.drop();
});

test('HARD-94 an index that a process left unfinished is made by the next one', async () => {
  const database = await freshDatabase();
  const store = openPostgres(database.url, () => undefined);
  await migrate(store.db);
  const names = migrations.flatMap(({ indexes = [] }) => indexes.map(({ name }) => name));
  const [first = '', second = ''] = names;
  // As a build that was stopped leaves it behind, and as one does that never began.
  await sql`update pg_index set indisvalid = false where indexrelid = ${first}::regclass`.execute(
    store.db,
  );
  await sql`drop index ${sql.ref(second)}`.execute(store.db);
  await Promise.all([migrate(store.db), migrate(store.db), migrate(store.db)]);
  const { rows } = await sql<{
    name: string;
  }>`select indexrelid::regclass::text as name from pg_index
    where indisvalid and indexrelid::regclass::text = any(${names}::text[])`.execute(store.db);
  expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  await store.close();
  await database.drop();
});
