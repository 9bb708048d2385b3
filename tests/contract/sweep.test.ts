import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { startLoop } from '#server/platform/repeat.ts';
import { sweep, sweepables, sweepLoop } from '#server/platform/sweep.ts';
import { newKey } from '#tests/support/api-client.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const DAY = 24 * 3_600_000;

/** Those of these tests: whoever calls the server leaves some of their own. */
const nonces = async (): Promise<readonly string[]> => {
  const rows = await kopa.db
    .selectFrom('nonces')
    .select('nonce')
    .where('scope', '=', 'sweep')
    .execute();
  return rows.map(({ nonce }) => nonce);
};

test('rows that expired a day ago are removed in as many batches as it takes; the others stay', async () => {
  const { db, clock } = kopa.deps;
  await sql`insert into nonces (scope, nonce, expires_at)
    select 'sweep', i::text, ${clock.sql} from generate_series(1, 2500) as i`.execute(db);
  await sweep(kopa.deps);
  expect(await nonces(), 'not before the day is over').toHaveLength(2500);
  clock.advance(DAY + 1000);
  await sql`insert into nonces values ('sweep', 'alive', ${clock.sqlIn(60)})`.execute(db);
  await sweep(kopa.deps, AbortSignal.abort());
  expect(await nonces(), 'not by a server that stops').toHaveLength(2501);
  await sweep(kopa.deps);
  expect(await nonces()).toEqual(['alive']);
});

test('a process sweeps as soon as it starts, because many live for less than ten minutes', async () => {
  const { db, clock } = kopa.deps;
  await sql`insert into nonces values ('sweep', 'old', ${clock.sqlIn(-2 * 24 * 3600)})`.execute(db);
  const stop = startLoop(kopa.deps, sweepLoop);
  await expect.poll(nonces).not.toContain('old');
  await stop();
});

test('keys whose use moved no money are forgotten after ninety days, the others never', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person();
  const use = async (operation: string, state: 'done' | 'closed'): Promise<string> => {
    const key = newKey();
    const answer = state === 'done' ? '{"status":"success"}' : null;
    await db
      .insertInto('operations')
      .values({
        user_id: who.id,
        key,
        operation,
        request_hash: '',
        state,
        answer,
        created_at: clock.sql,
      })
      .execute();
    return key;
  };
  const swap = await use(confirmSwap.path, 'done');
  await use(confirmSwap.path, 'closed');
  await use(initTransaction.path, 'done');
  await use(insertTransaction.path, 'done');
  clock.advance(89 * DAY);
  await sweep(kopa.deps);
  const keys = async () =>
    (await db.selectFrom('operations').select('key').where('user_id', '=', who.id).execute()).map(
      ({ key }) => key,
    );
  expect(await keys()).toHaveLength(4);
  clock.advance(2 * DAY);
  await sweep(kopa.deps);
  expect(await keys()).toEqual([swap]);
  const back = await kopa.person();
  await db
    .updateTable('sessions')
    .set({ user_id: who.id })
    .where('user_id', '=', back.id)
    .execute();
  const asked = { idempotencyKey: swap, operation: confirmSwap.path };
  const { data } = await back.must(getOperationOutcome, asked);
  expect(data.outcome).toBe('done');
});

test('every sweep finds what it removes through an index', async () => {
  const { rows } = await sql<{ tablename: string; indexdef: string }>`
    select tablename, indexdef from pg_indexes`.execute(kopa.db);
  for (const { table, expiry } of sweepables) {
    const indexes = rows.filter(
      ({ tablename, indexdef }) =>
        tablename === table && new RegExp(`\\(${expiry}[,)]`).test(indexdef),
    );
    expect(indexes.length, table).toBeGreaterThan(0);
  }
});

test('the sweep of keys is phrased so that the index for it is used', async () => {
  const { db } = kopa.deps;
  const only = sweepables.find(({ table }) => table === 'operations')?.only ?? sql`false`;
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<Record<string, string>>`explain select key from operations
      where created_at < now() and ${only}`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).toContain('operations_passing');
});
