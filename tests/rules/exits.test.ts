import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { type Exit, exits } from '#server/services/money-out/exits/exits.ts';
import { migrations } from '#server/store/migrations.ts';

const services = resolve(import.meta.dirname, '..', '..', 'server', 'services');
const read = (file: string): string => readFileSync(resolve(services, file), 'utf8');

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The states that the database allows in a table, by its newest migration. */
function statesIn(table: string): readonly string[] {
  const found = migrations
    .flatMap(({ statements }) => statements)
    .map((one) => one.compile(compiler).sql.replace(/\s+/g, ' '))
    .filter((text) => new RegExp(`^(?:create|alter) table ${table}\\b`).test(text))
    .flatMap((text) => /check \((?:state|status) in \(([^)]*)\)/.exec(text)?.[1] ?? []);
  return [...(found.at(-1) ?? '').matchAll(/'([^']+)'/g)].map(([, state = '']) => state).sort();
}

/** States that the table tells apart by more than the column. */
const stored: Readonly<Record<string, string>> = { waiting: 'requested', sending: 'requested' };

test.each([
  'withdrawals',
  'bank_transfers',
  'deposits',
  'purchases',
  'screenings',
  'travel_rule',
] as const)('HARD-88 every state that the database allows in %s has an exit', (table) => {
  const named = new Set(Object.keys(exits[table]).map((state) => stored[state] ?? state));
  expect([...named].sort()).toEqual(statesIn(table));
});

const open = Object.entries(exits).flatMap(([table, states]) =>
  Object.entries<Exit>(states).flatMap(([state, exit]) =>
    exit === 'ended' ? [] : [{ table, state, ...exit }],
  ),
);

/** How code names a state that is no word of a column. */
const words: Readonly<Record<string, string>> = {
  waiting: "'requested'",
  sending: "'requested'",
  'transfers_aside open': 'settled_at',
  'deposits_aside open': 'settled_at',
  'closed_money open': 'decided_at',
};

test.each(open)(
  'HARD-88 $table $state is left by code that names it, or is a case within two weeks',
  ({ table, state, code, caseAfter }) => {
    expect(existsSync(resolve(services, code))).toBe(true);
    const word = words[`${table} ${state}`] ?? words[state] ?? `'${state}'`;
    expect(read(code)).toContain(word);
    expect(caseAfter).toBeLessThanOrEqual(14 * 24 * 3600);
  },
);

const subjects: Readonly<Record<string, string>> = {
  withdrawals: 'withdrawal',
  bank_transfers: 'transfer',
  deposits: 'deposit',
  purchases: 'purchase',
  transfers_aside: 'sent',
};

test('HARD-88 the desk has a decision for each state that can be a case of money that does not move', () => {
  const desk = read('staff/desk/stuck-cases.ts');
  const missing = open.filter(({ table, state, case: kind }) => {
    // Who sent a deposit, or gets a withdrawal, is a part of the transfer's case.
    const subject = table === 'travel_rule' ? undefined : subjects[table];
    return kind === 'stuck' && subject && !desk.includes(`case '${subject} ${state}':`);
  });
  expect(missing).toEqual([]);
});

test('HARD-88 what is no case of money that does not move has a list of its own at the desk', () => {
  const files = {
    held: 'held-cases.ts',
    'bank-aside': 'bank-cases.ts',
    'deposit-aside': 'deposit-cases.ts',
    'closed-money': 'closed-money-cases.ts',
    stuck: 'stuck-cases.ts',
  } as const;
  expect([...new Set(open.map((one) => one.case))].sort()).toEqual(Object.keys(files).sort());
  for (const [kind, file] of Object.entries(files)) {
    expect(read(`staff/desk/${file}`)).toMatch(new RegExp(`(kind: |casesOf\\()'${kind}'`));
  }
});
