import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openForTool } from '#server/store/open.ts';
import { checkLedger } from '#tests/support/admin-command.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';

test('BANK-06 check:ledger names differences to the bank’s statement, and a day whose statement was not read', {
  // A process of its own opens the embedded database twice.
  timeout: 240_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'kopa-bank-'));
  await makeEmbeddedDatabase(data);
  const env = { DATA_DIR: data, SEED: 'none' };
  const before = await checkLedger(env);
  expect(before).toMatchObject({ code: 0 });
  expect(before.output).not.toContain("bank's statement");

  const { db, close } = await openForTool({ databaseUrl: '', dataDir: data });
  const [account, day] = ['DE89370400440532013000', '2026-03-02'];
  const moment = new Date('2026-03-03T06:00:00Z');
  await db
    .insertInto('bank_statements')
    .values({ account, day, currency: 'EUR', opening: '0', closing: '25009', read_at: moment })
    .execute();
  await db
    .insertInto('bank_statement_entries')
    .values({ account, day, line: 0, units: '25009', refs: ['a1'], reversal: false })
    .execute();
  const feed = { source: 'bank-statements', cursor: '2026-03-03' };
  await db
    .insertInto('custody_feeds')
    .values({ ...feed, due_at: moment, leased_until: moment })
    .execute();
  await close();

  const { code, output } = await checkLedger(env);
  expect(code, 'the books themselves are right').toBe(0);
  expect(output).toContain('The ledger is sound.');
  expect(output).toContain(
    "The bank's statement differs, 2026-03-02 EUR: bank 250.09, books nothing: a1 is of no transfer that we know",
  );
  expect(output).toContain("The bank's statement of 2026-03-03 was not read yet.");
  rmSync(data, { recursive: true, force: true });
});
