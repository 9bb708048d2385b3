import { readConfig } from '#server/config.ts';
import { openEmbedded, openPostgres } from '#server/store/open.ts';
import { violations } from './invariants.ts';

/** `node server/ledger/check.ts`: checks the configured database's ledger; exits 1 if it is wrong. */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join('\n'));
const { databaseUrl, dataDir } = read.config;
const store = databaseUrl
  ? openPostgres(databaseUrl, () => undefined)
  : await openEmbedded(dataDir);
const found = await violations(store.db);
for (const { invariant, detail } of found) process.stdout.write(`NOT ${invariant}: ${detail}\n`);
if (found.length === 0) process.stdout.write('The ledger is sound.\n');
process.exitCode = found.length === 0 ? 0 : 1;
await store.close();
