import { readConfig } from '#server/config.ts';
import { migrate } from '#server/store/migrate.ts';
import { openConfigured } from '#server/store/open.ts';
import { violations } from './invariants.ts';

/** `node server/ledger/check.ts`: checks the configured database's ledger; exits 1 if it is wrong. */
async function check(): Promise<readonly string[]> {
  const read = readConfig(process.env);
  if (!read.ok) return read.problems;
  const store = await openConfigured(read.config, () => undefined);
  try {
    return await store.unhurried(async (db) => {
      await migrate(db);
      const found = await violations(db);
      return found.map(({ invariant, detail }) => `NOT ${invariant}: ${detail}`);
    });
  } finally {
    await store.close();
  }
}

try {
  const found = await check();
  process.stdout.write(found.length > 0 ? `${found.join('\n')}\n` : 'The ledger is sound.\n');
  process.exitCode = found.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
