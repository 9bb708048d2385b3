import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAlone } from '#server/services/staff/audit/record.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { openPostgres } from '#server/store/open.ts';
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

test('HARD-13 entries that several processes write at once follow each other without a gap', async () => {
  const before = (await verifyAudit(server.deps.db)).entries;
  const stores = [1, 2, 3].map(() => openPostgres(database.url, () => undefined));
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const { db } = stores[i % stores.length] ?? server.deps;
      return recordAlone({ ...server.deps, db }, { actor: 'a', action: String(i) });
    }),
  );
  await Promise.all(stores.map((store) => store.close()));
  const { entries, last, wrong } = await verifyAudit(server.deps.db);
  expect({ entries, wrong }).toEqual({ entries: before + 60, wrong: [] });
  expect(last).toMatch(/^[\w-]{43}$/);
});

test('HARD-13 PostgreSQL refuses to change, remove or empty the log and its head', async () => {
  await recordAlone(server.deps, { actor: 'a', action: 'b' });
  for (const statement of [
    sql`update audit_log set actor = 'x'`,
    sql`delete from audit_log`,
    // The words beside it would go with it, if the database did it.
    sql`truncate audit_log cascade`,
    sql`update audit_head set hash = 'x'`,
    sql`update audit_head set seq = seq + 1, hash = 'x'`,
    sql`delete from audit_head`,
    sql`truncate audit_head`,
  ]) {
    await expect(statement.execute(server.deps.db)).rejects.toThrow('cannot be changed');
  }
  expect((await verifyAudit(server.deps.db)).wrong).toEqual([]);
});
