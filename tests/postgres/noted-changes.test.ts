import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHANGES } from '#server/platform/changes.ts';
import { stopTelling, telling } from '#server/platform/tell-changes.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  deposit,
  type InProcess,
  type Person,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

let database: FreshDatabase;
let here: InProcess;
let there: InProcess;
let ear: pg.Client;
let heard: string[];
let who: Person;
let other: Person;
beforeEach(async () => {
  database = await freshDatabase();
  here = await startInProcess({ databaseUrl: database.url });
  there = await startInProcess({ databaseUrl: database.url });
  who = await person(here.deps);
  other = await person(here.deps);
  heard = [];
  ear = new pg.Client({ connectionString: database.url });
  ear.on('notification', ({ payload = '' }) => heard.push(payload));
  await ear.connect();
  await ear.query(`listen ${CHANGES}`);
});
afterEach(async () => {
  await ear.end();
  await here.close();
  await there.close();
  await database.drop();
});

const round = ({ deps }: InProcess) => telling.round(deps, new AbortController().signal);

let asked = 0;

/** What was told until now: notices arrive in the order of their transactions. */
async function told(): Promise<readonly string[]> {
  const last = `last ${++asked}`;
  await sql`select pg_notify(${CHANGES}, ${last})`.execute(here.deps.db);
  await eventually(() => expect(heard).toContain(last));
  return heard.filter((message) => !message.startsWith('last '));
}

test('HARD-96 while a server tells, no transaction of money does: its change is told by a round of any process, once', async () => {
  await round(here);
  await deposit(here.deps, who.id, 'BTC', '1');
  await deposit(here.deps, who.id, 'BTC', '1');
  expect(await told()).toEqual([]);
  // The process that wrote it is gone: another one tells it.
  await round(there);
  expect(await told()).toEqual([`balances ${who.id}`]);
  await Promise.all([round(here), round(there)]);
  expect(await told()).toEqual([`balances ${who.id}`]);
});

test('HARD-96 what began earlier and ends later is told as well', async () => {
  await round(here);
  const goOn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = inTransaction(here.deps.db, async (tx) => {
    await notify(here.deps, tx, who.id, { event: 'loginEvents', popup: 'slow' });
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  await deposit(here.deps, other.id, 'BTC', '1');
  await round(here);
  await round(here);
  expect(await told()).toEqual([`balances ${other.id}`]);
  goOn.resolve();
  await slow;
  await round(here);
  expect(await told()).toEqual([`balances ${other.id}`, `notices ${who.id}`]);
});

test('HARD-96 a round that fails loses nothing, although another process has looked meanwhile', async () => {
  await round(here);
  await deposit(here.deps, who.id, 'BTC', '1');
  const killed = new pg.Client({ connectionString: database.url });
  await killed.connect();
  await killed.query('begin');
  await killed.query('delete from noted_changes');
  const looks = round(there);
  await eventually(async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(here.deps.db);
    expect(rows.length).toBeGreaterThan(0);
  });
  await killed.query('rollback');
  await killed.end();
  await looks;
  expect(await told()).toEqual([`balances ${who.id}`]);
});

test('HARD-96 where no server has told for five seconds, or the last one has stopped, every transaction tells itself', async () => {
  await deposit(here.deps, who.id, 'BTC', '1');
  expect(await told()).toEqual([`balances ${who.id}`]);
  await round(here);
  await sql`update change_tellers set seen_at = seen_at - interval '6 seconds'`.execute(
    here.deps.db,
  );
  await deposit(here.deps, who.id, 'BTC', '1');
  expect(await told()).toHaveLength(2);
  await round(here);
  await deposit(here.deps, other.id, 'BTC', '1');
  await stopTelling(here.deps);
  expect(await told()).toHaveLength(3);
  await deposit(here.deps, other.id, 'BTC', '1');
  expect(await told()).toHaveLength(4);
});

test('HARD-96 a round looks no further back than to what was under way at the last one', async () => {
  await round(here);
  await sql`insert into noted_changes (xid, message) values ('3', 'of long ago')`.execute(
    here.deps.db,
  );
  await round(here);
  expect(await told()).toEqual([]);
  // Another process does not know what was told.
  await round(there);
  expect(await told()).toEqual(['of long ago']);
});
