import { expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { postJournal } from '#server/ledger/post.ts';
import { migrate } from '#server/store/migrate.ts';
import { openPostgres } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { brokenInvariants, makeUsers, runSeed } from '#tests/support/ledger-run.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const SEEDS = process.env.LONG ? 1000 : 12;
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

test('first credits of an asset that come at the same moment are credited all', async () => {
  const database = await freshDatabase();
  const store = openPostgres(database.url, () => undefined);
  await migrate(store.db);
  const credit = (userId: string) =>
    inTransaction(store.db, (tx) =>
      postJournal(tx, movableClock(), {
        class: 'payment',
        kind: 'deposit',
        userId,
        postings: [
          { account: customer(userId, 'available', 'BTC'), units: 1n },
          { account: house('chain', 'BTC'), units: -1n },
        ],
      }),
    );
  for (const userId of await makeUsers(store.db, 40)) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => credit(userId)));
    expect((await readBalances(store.db, userId)).get('BTC')?.available).toBe(BigInt(AT_ONCE));
  }
  await store.close();
  await database.drop();
});
