import { readConfig } from './config.ts';
import { violations } from './ledger/invariants.ts';
import { countAside } from './services/deposits/deposits-aside.ts';
import { leftBehind } from './services/users/erase-account.ts';
import { migrate } from './store/migrate.ts';
import { openConfigured } from './store/open.ts';

interface Found {
  readonly wrong: readonly string[];
  /** What somebody should look into though the books are right. */
  readonly aside: readonly string[];
}

/** `node server/check-ledger.ts`: checks the configured database's ledger; exits 1 if it is wrong. */
async function check(): Promise<Found> {
  const read = readConfig(process.env);
  if (!read.ok) return { wrong: read.problems, aside: [] };
  const store = await openConfigured(read.config, () => undefined);
  try {
    return await store.unhurried(async (db) => {
      await migrate(db);
      const broken = await violations(db);
      const aside = await countAside(db);
      const left = await leftBehind(db);
      return {
        wrong: broken.map(({ invariant, detail }) => `NOT ${invariant}: ${detail}`),
        aside: [
          ...aside.map(({ reason, count }) => `Deposits kept aside, ${reason}: ${count}`),
          ...left.map(
            ({ currency, units }) => `Held for deleted accounts: ${units} units of ${currency}`,
          ),
        ],
      };
    });
  } finally {
    await store.close();
  }
}

try {
  const { wrong, aside } = await check();
  const lines = [...(wrong.length > 0 ? wrong : ['The ledger is sound.']), ...aside];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
