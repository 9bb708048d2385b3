import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openPostgres } from '#server/store/open.ts';
import { serving } from '#server/store/postgres-pool.ts';
import { PreparedNames } from '#server/store/prepared-statements.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

let database: FreshDatabase;
let store: OpenDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  store = openPostgres(database.url, () => undefined);
  await sql`drop table if exists notes`.execute(store.db);
  await sql`create table notes (id integer primary key, text text not null)`.execute(store.db);
  await sql`insert into notes values (1, 'one'), (2, 'two')`.execute(store.db);
  return () => store.close();
});

const read = async (db: Reader, id: number) =>
  (await sql`select * from notes where id = ${id}`.execute(db)).rows;

async function readOften(): Promise<void> {
  for (let i = 0; i < 6; i++) await read(store.db, 1);
}

/** The statements about notes that the connection has prepared. */
async function prepared(): Promise<readonly string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like '%from notes%'`.execute(
    store.db,
  );
  return rows.map(({ statement }) => statement);
}

test('a statement that comes often is prepared, with the values of each time', async () => {
  for (let i = 0; i < 4; i++) await read(store.db, 1);
  expect(await prepared()).toEqual([]);
  await readOften();
  expect(await prepared()).toEqual(['select * from notes where id = $1']);
  expect(await read(store.db, 2)).toEqual([{ id: 2, text: 'two' }]);
});

test('a statement is prepared only where no pooler may stand between', async () => {
  const behind = openPostgres(database.url, () => undefined, serving, 'transaction');
  for (let i = 0; i < 6; i++) await read(behind.db, 1);
  const { rows } = await sql`select * from pg_prepared_statements`.execute(behind.db);
  expect(rows).toEqual([]);
  await behind.close();
});

test('a migration under a prepared statement is not noticed by who reads', async () => {
  await readOften();
  await sql`alter table notes add column more text not null default 'new'`.execute(store.db);
  expect(await read(store.db, 1)).toEqual([{ id: 1, text: 'one', more: 'new' }]);
  await readOften();
  expect(await prepared()).toHaveLength(1);
});

test('a migration under a prepared statement makes a transaction run again, once for all', async () => {
  await readOften();
  await sql`alter table notes add column more text not null default 'new'`.execute(store.db);
  let attempts = 0;
  const found = await inTransaction(store.db, async (tx) => {
    attempts += 1;
    await sql`update notes set text = text || ${'!'} where id = 2`.execute(tx);
    return [...(await read(tx, 1)), ...(await read(tx, 2))];
  });
  expect(found).toEqual([
    { id: 1, text: 'one', more: 'new' },
    { id: 2, text: 'two!', more: 'new' },
  ]);
  expect(attempts).toBe(2);
});

test('a connection that has forgotten what was prepared answers all the same', async () => {
  await readOften();
  await sql`deallocate all`.execute(store.db);
  expect(await read(store.db, 2)).toEqual([{ id: 2, text: 'two' }]);
});

test('a name that stands for another statement on a connection is not used', async () => {
  for (let i = 0; i < 4; i++) await read(store.db, 1);
  // The next statement to be prepared would have one of these names.
  for (let i = 1; i <= 9; i++) await sql.raw(`prepare kopa_${i} as select 0`).execute(store.db);
  expect(await read(store.db, 2)).toEqual([{ id: 2, text: 'two' }]);
});

test('so many statements are prepared and no more, however many there are', () => {
  const names = new PreparedNames();
  const often = (text: string) => Array.from({ length: 5 }, () => names.nameOf(text)).at(-1);
  const given = Array.from({ length: 600 }, (_, i) => often(`select ${i}`));
  expect(new Set(given.filter((name) => name !== undefined)).size).toBe(300);
  expect(given.at(-1)).toBeUndefined();
  expect(often('select 0')).toBe(given[0]);
});
