import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toldTables } from '#server/services/customers/account/stored-about.ts';
import { untoldTables } from '#server/services/customers/archive/untold-tables.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
}, 60_000);
afterAll(() => store.close());

/** The tables of the migrated database with their columns, from its catalogue. */
async function stored(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public'`.execute(store.db);
  const tables: Record<string, string[]> = {};
  for (const { table, column } of rows) tables[table] = [...(tables[table] ?? []), column];
  return tables;
}

test('KEEP-04 every stored column is in the download of a customer’s data, or is left out with a reason', async () => {
  const tables = Object.entries(await stored());
  expect(tables.length).toBeGreaterThan(40);
  const listed = tables.flatMap(([table, columns]) => {
    if (table in untoldTables) return [];
    const { columns: told = [], leftOut = {} } = toldTables[table] ?? {};
    const known = new Set([...told, ...Object.keys(leftOut)]);
    return columns.filter((column) => !known.has(column)).map((column) => `${table}.${column}`);
  });
  expect(listed).toEqual([]);
});

test('KEEP-04 the download lists every table once with all its columns, and each reason is a sentence', async () => {
  const tables = await stored();
  const told = Object.entries(toldTables);
  for (const [table, { about, columns, leftOut = {} }] of told) {
    const all = [...columns, ...Object.keys(leftOut)];
    expect([...all].sort(), table).toEqual([...(tables[table] ?? [])].sort());
    expect([about, ...Object.values(leftOut)].every((text) => text.endsWith('.'))).toBe(true);
  }
  const names = [...told.map(([table]) => table), ...Object.keys(untoldTables)];
  expect(names.sort()).toEqual(Object.keys(tables).sort());
  expect(Object.values(untoldTables).every((why) => why.endsWith('.'))).toBe(true);
});

test('KEEP-04 no table whose rows name a customer is left out as a whole, except the sandbox’s', async () => {
  const tables = Object.entries(await stored());
  const named = tables
    .filter(([, columns]) => columns.some((column) => /^(?:user_id|owner|email)$/.test(column)))
    .map(([table]) => table)
    .filter((table) => !(table in toldTables));
  expect(named).toEqual(['sandbox_identities']);
});
