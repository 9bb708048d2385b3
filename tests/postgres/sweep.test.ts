import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otpTypes } from '#core/contract/account/registration.ts';
import { sweep } from '#server/platform/sweep.ts';
import { issueCode, STRANGER, tryCode } from '#server/services/access/credentials/email-codes.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

let database: FreshDatabase;
let server: InProcess;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startInProcess({ databaseUrl: database.url });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Whether a statement of this database waits for what another transaction holds. */
async function somebodyWaits(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.db);
  return rows.length > 0;
}

test('AUTH-12 a code that is sent while the old one is swept away is good', async () => {
  const { db, clock } = server.deps;
  const what = { email: 'swept@kopa.test', purpose: otpTypes.proveEmail, device: 'a' };
  await inTransaction(db, (tx) => issueCode(server.deps, tx, what, STRANGER));
  clock.advance(3 * 24 * 3_600_000);
  let over = false;
  const { issued, swept } = await inTransaction(db, async (tx) => {
    const issued = await issueCode(server.deps, tx, what, STRANGER);
    const swept = sweep(server.deps).finally(() => {
      over = true;
    });
    await expect.poll(async () => over || (await somebodyWaits())).toBe(true);
    return { issued, swept };
  });
  await swept;
  const code = issued.kind === 'issued' ? issued.code : '';
  expect(await inTransaction(db, (tx) => tryCode(tx, clock, what, code))).toEqual({
    kind: 'right',
  });
});
