import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#tests/support/admin-command.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import {
  type GuideCommand,
  guideCommands,
  guidePages,
  statementsIn,
} from '#tests/support/operating-guide.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { hasPostgresTools, startToolsServer } from '#tests/support/postgres-tools.ts';
import { root, type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { smallSite } from '#tests/support/small-site.ts';

/** For the files that the commands write. */
const folder = mkdtempSync(join(tmpdir(), 'kopa-guide-'));
const EMAIL = 'missing@kopa.test';

let database: FreshDatabase;
let server: ServerProcess;
let books: InProcess;
beforeAll(async () => {
  database = await freshDatabase();
  books = await startInProcess({ databaseUrl: database.url });
  server = await startServer({ env: { DATABASE_URL: database.url, SEED: 'none' } });
  const { id } = await person(books.deps, { balances: { BTC: '1' } });
  await books.deps.db.updateTable('users').set({ email: EMAIL }).where('id', '=', id).execute();
  const { id: sentTo } = await person(books.deps, { balances: { BTC: '1' } });
  await books.deps.db
    .updateTable('users')
    .set({ email: 'sent@kopa.test' })
    .where('id', '=', sentTo)
    .execute();
  await books.deps.db
    .insertInto('transfers_aside')
    .values(['ref-42', 'ref-43'].map((reference) => ({ reference, seen_at: books.deps.clock.sql })))
    .execute();
}, 240_000);
afterAll(async () => {
  await server.stop();
  await books.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The command with what its names stand for. */
const filled = (text: string): string =>
  text
    .replace(/http:\/\/HOST:8080|https:\/\/app\.example/, server.url)
    .replace('https://PARTY.example', `${server.url}/livez`)
    .replace('REFERENCE EMAIL AMOUNT ASSET', 'ref-43 sent@kopa.test 0.25 BTC')
    .replace('EMAIL', EMAIL)
    .replace('REFERENCE', 'ref-42')
    .replace('REASON', "'asked by phone'")
    .replace(/\b(?:release\.json|sbom\.json|kopa\.dump)\b/, (name) => join(folder, name));

/** Runs it as a person does, in a shell. */
async function shell(command: string, env: Readonly<Record<string, string>>, bin = '') {
  const PATH = `${bin}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', SEED: 'none', ...env, PATH },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, output };
}

async function tryAll(
  needs: readonly GuideCommand['needs'][],
  env: (text: string) => Readonly<Record<string, string>>,
  bin?: string,
): Promise<void> {
  for (const one of guideCommands.filter((command) => needs.includes(command.needs))) {
    const { text, into, orElse } = one;
    const { code, output } = await shell(filled(text), env(text), bin);
    const ends = orElse?.code === code ? orElse : { code: 0, says: one.says };
    const { says } = ends;
    expect({ text, code, output }).toEqual({ text, code: ends.code, output });
    expect(into ? readFileSync(join(folder, into), 'latin1') : output, text).toContain(says);
  }
}

test('OPS-13 every command of the guide does what its page says', async () => {
  const env = { DATABASE_URL: database.url, SITE_DIR: await smallSite() };
  await tryAll(['plain', 'site', 'books'], () => env);
}, 480_000);

test.skipIf(!hasPostgresTools)(
  'OPS-13 a backup made and restored by the guide has the books, which are sound',
  async () => {
    const tools = await startToolsServer();
    try {
      const [live, restored] = [await tools.make('live'), await tools.make('restored')];
      const before = await startInProcess({ databaseUrl: live });
      await person(before.deps, { balances: { ETH: '2' } });
      await before.close();
      await tryAll(
        ['tools'],
        (text) => ({ DATABASE_URL: text.startsWith('pg_restore') ? restored : live }),
        tools.bin,
      );
      const checked = await checkLedger({ DATABASE_URL: restored });
      expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('1 journals') });
    } finally {
      await tools.stop();
    }
  },
  480_000,
);

test('OPS-13 every statement of the guide tells of a customer', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const statements = [...guidePages().values()].flatMap(statementsIn);
  expect(statements.length).toBeGreaterThan(3);
  const rows: unknown[] = [];
  for (const statement of statements) {
    expect(statement).toMatch(/^select /);
    rows.push(...(await client.query(statement.replace('EMAIL', EMAIL))).rows);
  }
  await client.end();
  // Their deposit, and what they have of it.
  expect(rows).toMatchObject([
    { kind: 'deposit', currency: 'BTC', part: 'available', amount: '100000000' },
    { currency: 'BTC', part: 'available', balance: '100000000' },
  ]);
});
