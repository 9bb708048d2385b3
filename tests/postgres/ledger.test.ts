import { expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { openPostgres } from '#server/store/open.ts';
import { brokenInvariants, runSeed } from '#tests/support/ledger-run.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const SEEDS = process.env.LONG ? 1000 : 24;
const STEPS = 500;
const AT_ONCE = 8;

test(`${SEEDS} random stories of ${STEPS} operations, eight at a time, end as a sequential model says`, async () => {
  const database = await freshDatabase();
  // No power is cut here: what is tested is order, not the disk.
  const url = `${database.url}?options=-c%20synchronous_commit%3Doff`;
  const store = openPostgres(url, () => undefined);
  await migrate(store.db);
  const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);
  const differences: unknown[] = [];
  const worker = async () => {
    for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
      const difference = await runSeed(store.db, seed, STEPS);
      if (difference) differences.push(difference);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(differences).toEqual([]);
  expect(await brokenInvariants(store.db)).toEqual([]);
  await store.close();
  await database.drop();
}, 3_600_000);
