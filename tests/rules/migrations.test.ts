import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '#server/store/migrations.ts';

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What reads or rewrites a table while the servers wait for its lock, and what to do instead. */
const slow: readonly { readonly found: RegExp; readonly instead: string }[] = [
  { found: /\bcreate (?:unique )?index\b.* on (\w+)/, instead: 'put it into `indexes`' },
  {
    found: /\balter table (\w+)\b.*\badd constraint\b(?!.*\bnot valid\b)/,
    instead: 'add it `not valid`, and validate it in a migration of its own',
  },
  {
    found: /\balter table (\w+)\b.*\badd (?:unique|primary key|check|foreign)/,
    instead: 'name it, `not valid`',
  },
  { found: /\balter table (\w+)\b.*\bset not null\b/, instead: 'add a check `not valid`' },
  {
    found: /\balter table (\w+)\b.*\balter(?: column)? \w+ (?:set data )?type\b/,
    instead: 'add a column',
  },
  {
    found:
      /\balter table (\w+)\b.*\badd column\b.*\bdefault (?:now|clock_timestamp|random|gen_random_uuid)\b/,
    instead: 'add the column without the default',
  },
  { found: /\b(?:cluster|reindex|vacuum) (\w+)/, instead: 'leave it to the operator' },
];

/** Those before were run by servers that do not wait for locks any more. */
const FIRST = '0048';

test('HARD-94 no migration holds a table while it reads or rewrites it', () => {
  const wrong = migrations
    .filter(({ name }) => name >= FIRST)
    .flatMap(({ name, statements }) => {
      const texts = statements.map((statement) =>
        statement.compile(compiler).sql.replace(/\s+/g, ' ').toLowerCase(),
      );
      const made = texts.flatMap(
        (text) => /\bcreate (?:unlogged )?table (\w+)/.exec(text)?.[1] ?? [],
      );
      return texts.flatMap((text) =>
        slow.flatMap(({ found, instead }) => {
          const table = found.exec(text)?.[1];
          return table === undefined || made.includes(table)
            ? []
            : [`${name}, ${table}: ${instead}`];
        }),
      );
    });
  expect(wrong).toEqual([]);
});

test('HARD-94 an index that is built beside the servers has a name of its own', () => {
  const names = migrations.flatMap(({ indexes = [] }) => indexes.map(({ name }) => name));
  const others = migrations.flatMap(({ statements }) =>
    statements.flatMap(
      (statement) =>
        /\bcreate (?:unique )?index (\w+)/i.exec(statement.compile(compiler).sql)?.[1] ?? [],
    ),
  );
  // One whose name is taken would count as built.
  const all = [...names, ...others];
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
});
