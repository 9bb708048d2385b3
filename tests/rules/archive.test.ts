import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepables } from '#server/platform/sweep.ts';
import { YEARS_KEPT, YEARS_KEPT_LONGER } from '#server/policy.ts';
import { removedTables, sealedInParts } from '#server/services/customers/archive/kept.ts';
import { storedTables } from '#server/services/customers/archive/personal-data.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';

const root = resolve(import.meta.dirname, '..', '..');

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
}, 60_000);
afterAll(() => store.close());

const columnsOf = async (table: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
    store.db,
  );
  return rows.map(({ name }) => name).sort();
};

test('KEEP-05 each column of a table that is partly erased is sealed in the archive, or has a reason why it is not', async () => {
  for (const { table, columns } of storedTables.filter(({ part }) => part)) {
    expect(Object.keys(columns).sort(), table).toEqual(await columnsOf(table));
    for (const { kept, gone = '' } of Object.values(columns)) {
      expect(kept ? gone === '' : gone.endsWith('.'), table).toBe(true);
    }
  }
});

/** The tables of which no row of a closed account is left. */
const erased = new Set([
  ...removedTables,
  ...sealedInParts.filter(({ blank }) => blank.length === 0).map(({ table }) => table),
]);

test('KEEP-05 every table with rows of a user is erased with the account, or is listed as one that stays', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`.execute(
    store.db,
  );
  const staying = rows
    .map(({ name }) => name)
    .filter((name) => !erased.has(name) && !name.startsWith('sandbox_'));
  // The ledger, registers and what they refer to. They name the user by an id, which only the archive maps to a name.
  expect(staying.sort()).toEqual([
    ...[
      'bank_transfers',
      'carf_records',
      'charge_back_parts',
      'charge_backs',
      'deposit_addresses',
      'deposits',
      'ended_relationships',
      'journals',
    ],
    ...['operations', 'purchases'],
    ...['quotes', 'risk_decisions', 'screenings', 'transfer_values', 'travel_rule', 'withdrawals'],
  ]);
});

/** The books and what they are made of: no customer's name is in them, and a ledger has no end. */
const BOOKS = [
  ...[
    'bank_transfers',
    'carf_records',
    'charge_back_parts',
    'charge_backs',
    'deposit_addresses',
    'deposits',
    'journals',
    'operations',
  ],
  ...['purchases', 'quotes', 'travel_rule', 'withdrawals'],
];

test('READ-12 what stays of a customer after the account is swept one day, or is the books', async () => {
  const { rows } = await sql<{ name: string }>`select distinct table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`.execute(
    store.db,
  );
  const swept: readonly string[] = sweepables.map(({ table }) => table);
  const endless = rows
    .map(({ name }) => name)
    .filter((name) => !erased.has(name) && !name.startsWith('sandbox_'))
    .filter((name) => !swept.includes(name));
  expect(endless.sort()).toEqual(BOOKS.filter((name) => !swept.includes(name)).sort());
  // Those of which only what they refer to names a customer.
  for (const table of ['monitoring_hits', 'large_transfers']) expect(swept).toContain(table);
});

test('KEEP-05 only the archive’s own code, its schema, the sweep and the list of tables that are not told name the archive’s tables', () => {
  const files = globSync('server/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /\barchived\b(?!-)|\barchive_acts\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    .sort();
  expect(files).toEqual([
    'server/platform/sweep.ts',
    'server/services/customers/archive/archive.ts',
    'server/services/customers/archive/untold-tables.ts',
    'server/store/migrations/0034-archive.ts',
    'server/store/migrations/0048-debts.ts',
    'server/store/migrations/0081-mailbox-and-words.ts',
    'server/store/migrations/0098-erased-in-parts.ts',
    'server/store/schema/archive-schema.ts',
  ]);
  const opened = globSync('server/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('archiveKeys'),
  );
  expect(opened.sort()).toEqual([
    'server/config.ts',
    'server/services/customers/archive/archive.ts',
  ]);
});

test('KEEP-05 the legal pages state the periods for which data are kept', () => {
  const legal = (name: string): string =>
    readFileSync(join(root, 'legal', `${name}.md`), 'utf8').replace(/ +/g, ' ');
  const { identity, correspondence, personal } = YEARS_KEPT;
  for (const [name, texts] of [
    [
      'privacy-policy',
      [
        `| Identity and transaction documents | ${identity} years |`,
        `| Correspondence and results of investigations | ${correspondence} years |`,
        `at least ${personal} years after the relationship ends`,
        `extend the first two periods by ${YEARS_KEPT_LONGER} years`,
      ],
    ],
    [
      'aml-cft-policy',
      [
        `kept for ${identity} years`,
        `kept for ${correspondence} years`,
        `at least ${personal} years | the end of the relationship`,
        `extendable by ${YEARS_KEPT_LONGER} years`,
      ],
    ],
  ] as const) {
    for (const text of texts) expect(legal(name)).toContain(text);
  }
});
