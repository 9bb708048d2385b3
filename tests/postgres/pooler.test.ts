import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { type OpenDatabase, openConfigured, openPostgres } from '#server/store/open.ts';
import { findReach, serving } from '#server/store/postgres-pool.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { hasPgbouncer, type Pooler, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const limitsIn = async (reader: Reader): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(
    reader,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};

const wanted = {
  statement_timeout: String(serving.statement),
  lock_timeout: String(serving.lock),
  idle_in_transaction_session_timeout: String(serving.idle),
};

test('OPS-05 without a pooler the limits come with the connection', async () => {
  expect(await findReach(database.url)).toBe('connection');
});

const IGNORED =
  'ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

describe.skipIf(!hasPgbouncer).each([
  ['as it is installed', ''],
  ['which ignores them silently', IGNORED],
])('OPS-05 a pooler of transactions %s', (_, more) => {
  let pooler: Pooler;
  let store: OpenDatabase;
  beforeAll(async () => {
    pooler = await startPgbouncer(database.url, more);
    store = await openConfigured({ databaseUrl: pooler.url, dataDir: '' }, () => undefined);
    await store.unhurried(migrate);
  });
  afterAll(async () => {
    await store.close();
    await pooler.stop();
  });

  test('the limits hold for a statement, in a transaction, and for nothing unhurried', async () => {
    expect(await findReach(pooler.url)).toBe('transaction');
    expect(await limitsIn(store.db)).toEqual(wanted);
    await store.db.transaction().execute(async (tx) => expect(await limitsIn(tx)).toEqual(wanted));
    const none = Object.fromEntries(Object.keys(wanted).map((name) => [name, '0']));
    expect(await store.unhurried((db) => limitsIn(db))).toEqual(none);
  });

  test('a lock that others hold is given up, and the connection is good afterwards', async () => {
    const other = openPostgres(database.url, () => undefined);
    const insert = sql`insert into nonces values ('s', 'held', now())`;
    await other.db.transaction().execute(async (tx) => {
      await insert.execute(tx);
      await expect(insert.execute(store.db)).rejects.toMatchObject({ code: '55P03' });
    });
    await expect(insert.execute(store.db)).rejects.toMatchObject({ code: '23505' });
    await sql`delete from nonces where nonce = 'held'`.execute(store.db);
    await insert.execute(store.db);
    await sql`delete from nonces where nonce = 'held'`.execute(store.db);
    await other.close();
  });
});
