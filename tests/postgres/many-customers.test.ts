import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registers } from '#core/contract/staff/desk-act.ts';
import { violations } from '#server/ledger/invariants.ts';
import { loopsOf } from '#server/loops.ts';
import {
  atTheStart,
  type Ended,
  inSlices,
  isIn,
  onePass,
  type Slice,
} from '#server/platform/daily-pass.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { toldTables } from '#server/services/customers/account/stored-about.ts';
import { bankDifferences } from '#server/services/money-in/bank/bank-differences.ts';
import { readWaiting } from '#server/services/operation/watch/waiting.ts';
import { showCase, showCases } from '#server/services/staff/desk/desk.ts';
import { fingerprintOf } from '#server/services/staff/desk/desk-proof.ts';
import { readRegister } from '#server/services/staff/desk/registers.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';
import { writeManyCustomers } from '#tests/support/many-customers.ts';
import { readingsOf, statementsOf } from '#tests/support/plans.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

const CUSTOMERS = 3_000;
/** Whoever looks at more rows of a table than this finds everybody's. */
const MOST_ROWS = 500;

/** It compares all balances with all postings: that is its work, and it is done in slices. */
const READS_ALL: ReadonlySet<string> = new Set(['books not watched']);

let database: FreshDatabase;
let server: InProcess;
let client: pg.Client;
let someone: string;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startInProcess({ databaseUrl: database.url });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { deps, told } = server;
  const stopping = new AbortController().signal;
  const round = async () => {
    for (const loop of loopsOf(deps, told)) await loop.round(deps, stopping);
  };
  // The versions of the terms and of the lists are known then.
  await round();
  await writeManyCustomers(client, CUSTOMERS, { ids: [], list: await listVersion() });
  someone = (await deps.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()).id;
  await client.query('vacuum analyze');
});
afterAll(async () => {
  await client.end();
  await server.close();
  await database.drop();
});

const listVersion = async (): Promise<string> =>
  (await server.deps.parties.screening.version()) ?? '';

/** What the statements of some work read of more than a few rows. */
async function readsMuch(work: () => Promise<unknown>): Promise<readonly string[]> {
  const found = await readingsOf(client, await statementsOf(work));
  return found.flatMap(({ sent, readings }) =>
    readings
      .filter(({ rows }) => rows > MOST_ROWS)
      .map(
        ({ table, index, rows }) => `${table} by ${index ?? 'no index'}: ${rows} in ${sent.text}`,
      ),
  );
}

test('the books of the customers that benchmarks write are sound', async () => {
  expect(await violations(server.deps.db)).toEqual([]);
});

test('no loop reads what has grown where nothing is due', { timeout: 120_000 }, async () => {
  const { deps, told } = server;
  const stopping = new AbortController().signal;
  const loops = loopsOf(deps, told).filter(({ failed }) => !READS_ALL.has(failed));
  const due = async () => {
    await deps.db
      .updateTable('price_alert_rounds')
      .set({ due_at: new Date(0) })
      .execute();
    await deps.db
      .updateTable('custody_feeds')
      .set({ due_at: new Date(0) })
      .execute();
  };
  // At its start a process looks at all accounts once.
  for (const { round } of loops) await round(deps, stopping);
  await client.query('vacuum analyze');
  const much: (readonly [string, readonly string[]])[] = [];
  for (const { failed, round } of loops) {
    await due();
    const reads = await readsMuch(() => round(deps, stopping));
    if (reads.length > 0) much.push([failed, reads]);
  }
  expect(much).toEqual([]);
});

test('a pass over all accounts comes to each of them once, and to no end where it was stopped', async () => {
  const { db } = server.deps;
  const seen: string[] = [];
  const read = async (slice: Slice): Promise<Ended> => {
    const users = await db
      .selectFrom('users')
      .select('id')
      .where(isIn('users.id', slice))
      .execute();
    seen.push(...users.map(({ id }) => id));
    return 'all';
  };
  expect(await onePass('users', inSlices(server.deps, undefined, read))).toBe('all');
  const all = await db.selectFrom('users').select('id').execute();
  expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  const stopping = new AbortController();
  const stopped = inSlices(server.deps, stopping.signal, async () => {
    stopping.abort();
    return 'all';
  });
  const place = atTheStart();
  expect(await stopped(place)).toBe('waits');
  expect(seen).toContain(place.after);
  const failing = inSlices(server.deps, undefined, async ({ after }) =>
    after === '' ? 'failed' : 'all',
  );
  expect(await onePass('users', failing)).toBe('failed');
  // Also where it waited after that.
  const later = atTheStart();
  let waited = false;
  const waiting = inSlices(server.deps, undefined, async ({ after }) => {
    if (after === '') return 'failed';
    if (waited) return 'all';
    waited = true;
    return 'waits';
  });
  expect([await waiting(later), await waiting(later)]).toEqual(['waits', 'failed']);
});

test('metrics, the desk and its registers read what is open, and not all that ever was', async () => {
  const { deps } = server;
  expect(await readsMuch(() => readWaiting(deps))).toEqual([]);
  expect(await readsMuch(() => showCases(deps, someone, { after: '' }))).toEqual([]);
  expect(await readsMuch(() => showCase(deps, someone, { kind: 'risk', id: someone }))).toEqual([]);
  const sessionId = randomUUID();
  await inTransaction(deps.db, (tx) =>
    openSession(deps, tx, someone, { info: 'test', place: '' }, { id: sessionId }),
  );
  for (const register of registers) {
    const about = fingerprintOf({ act: 'register', register });
    const row = { session_id: sessionId, user_id: someone, about };
    await deps.db
      .insertInto('proofs')
      .values({ ...row, expires_at: deps.clock.sqlIn(600) })
      .execute();
    const officer = { userId: someone, sessionId };
    expect(await readsMuch(() => readRegister(deps, officer, register, ''))).toEqual([]);
  }
});

test('what a day of the bank names is found without reading all transfers and payouts', async () => {
  const { db } = server.deps;
  const [today, yesterday] = [0, 1].map((days) =>
    new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, 10),
  );
  for (const day of [yesterday, today]) {
    await sql`insert into bank_statements values ('a', ${day}, 'AUD', 0, 0, now())`.execute(db);
    await sql`insert into bank_statement_entries
      select 'a', ${day}, n, 1, array['bank' || n], false from generate_series(1, 2) n`.execute(db);
  }
  await client.query('analyze');
  const much = await readsMuch(() => bankDifferences(db, today));
  // The books of five weeks are held against it, which of so few customers are a large part.
  expect(much.filter((read) => !/^(postings|journals) /.test(read))).toEqual([]);
});

test('what is stored about one customer is found without reading others’', async () => {
  const { db } = server.deps;
  const { id, email } = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', someone)
    .executeTakeFirstOrThrow();
  for (const [table, { columns, rowsOf }] of Object.entries(toldTables)) {
    const picked = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
    const read = () =>
      sql`select ${picked} from ${sql.table(table)} where ${rowsOf({ id, email })}`.execute(db);
    expect(await readsMuch(read)).toEqual([]);
  }
});
