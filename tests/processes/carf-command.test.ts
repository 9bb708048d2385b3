import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { seedCertification } from '#server/seed/tax-residences.ts';
import { openForTool } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { carfCommand } from '#tests/support/admin-command.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';
import { makeUsers } from '#tests/support/ledger-run.ts';
import { root } from '#tests/support/server-process.ts';

const page = readFileSync(join(root, 'docs', 'operating', 'carf.md'), 'utf8');
const YEAR = new Date().getUTCFullYear();

/** The arguments of every command on the page, in its order. */
const commands = [...page.matchAll(/^npm run carf -- (.+)$/gm)].map(([, text = '']) =>
  text.split(' '),
);

test('KEEP-14 the command writes the file of a year that is over, once, and refuses arguments that make no sense', {
  timeout: 240_000,
}, async () => {
  expect(commands).toHaveLength(3);
  const data = mkdtempSync(join(tmpdir(), 'kopa-carf-'));
  await makeEmbeddedDatabase(data);
  const store = await openForTool({ databaseUrl: '', dataDir: data });
  const [userId = ''] = await makeUsers(store.db, 1);
  const at = new Date(Date.UTC(YEAR - 1, 5, 1));
  await store.db.updateTable('users').set({ country_code: 'LT', currency_code: 'EUR' }).execute();
  await inTransaction(store.db, async (tx) => {
    await seedCertification(tx, { userId, country: 'LT', at });
    await postJournal(tx, systemClock(), {
      ...{ class: 'payment', kind: 'deposit', userId, createdAt: at },
      postings: [
        { account: customer(userId, 'available', 'BTC'), units: 5n },
        { account: house('chain', 'BTC'), units: -5n },
      ],
    });
  });
  await store.close();
  const env = { DATA_DIR: data, SEED: 'none' };
  /** One of the page's commands, for the last year and into this folder. */
  const run = (args: readonly string[]) =>
    carfCommand(
      args.map((word) =>
        word === '2026' ? String(YEAR - 1) : word.replace(/^carf-/, `${data}/c-`),
      ),
      env,
    );
  const [own = [], australian = [], corrections = []] = commands;
  const file = join(data, 'c-2026-lt-1.xml');
  const first = await run(own);
  expect(first, first.output).toMatchObject({ code: 0 });
  expect(first.output).toContain(YEAR - 1 < 2026 ? 'there is nobody to report' : '1 customers');
  expect(readFileSync(file, 'utf8')).toContain(`<carf:ReportingPeriod>${YEAR - 1}-12-31<`);
  expect(statSync(file).mode & 0o077, 'nobody else reads it').toBe(0);
  expect(await run(own)).toMatchObject({ code: 1, output: expect.stringContaining('already') });
  expect(await run(australian)).toMatchObject({ code: 0 });
  const nothing = { code: 1, output: expect.stringContaining('nothing new to say') };
  expect(await run(corrections)).toMatchObject(nothing);
  expect(existsSync(join(data, 'c-2026-lt-2.xml')), 'and leaves no file').toBe(false);
  for (const wrong of [
    [],
    ['new', '2025', 'DE', 'x.xml'],
    ['new', 'last', 'LT', 'x.xml'],
    ['new', String(YEAR), 'LT', join(data, 'x.xml')],
  ]) {
    expect((await carfCommand(wrong, env)).code, wrong.join(' ')).toBe(1);
  }
  rmSync(data, { recursive: true });
});
