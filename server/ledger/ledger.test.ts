import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '#server/clock.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { brokenInvariants, makeUsers, runSeed, tryJournal } from '#tests/support/ledger-run.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { customer, house } from './accounts.ts';
import { readBalances } from './balances.ts';
import { imbalance, type Journal } from './journal.ts';
import { postJournal } from './post.ts';

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
});
afterAll(() => store.close());

const someone = async (): Promise<string> => (await makeUsers(store.db, 1))[0] ?? '';
const depositOf = (userId: string, units: bigint, reference?: string): Journal => ({
  class: 'manual',
  kind: 'deposit',
  userId,
  ...(reference !== undefined && { reference }),
  postings: [
    { account: house('chain', 'BTC'), units: -units },
    { account: customer(userId, 'available', 'BTC'), units },
  ],
});
const availableOf = async (userId: string): Promise<bigint | undefined> =>
  (await readBalances(store.db, userId)).get('BTC')?.available;

/** Many more seeds run on PostgreSQL, which is faster at it: tests/postgres. */
test('random stories of 500 operations end as a sequential model predicts', async () => {
  for (const seed of [1001, 1002, 1003, 1004]) {
    expect(await runSeed(store.db, seed, 500)).toBeUndefined();
  }
  expect(await brokenInvariants(store.db)).toEqual([]);
}, 120_000);

test('a journal that does not balance per asset throws and writes nothing', async () => {
  const userId = await someone();
  const crooked: readonly Journal['postings'][] = [
    [],
    [{ account: customer(userId, 'available', 'BTC'), units: 0n }],
    [{ account: customer(userId, 'available', 'BTC'), units: 1n }],
    [
      { account: house('chain', 'BTC'), units: -1n },
      { account: customer(userId, 'available', 'ETH'), units: 1n },
    ],
  ];
  for (const postings of crooked) {
    const post = inTransaction(store.db, (tx) =>
      postJournal(tx, movableClock(), { ...depositOf(userId, 1n), postings }),
    );
    await expect(post).rejects.toThrow('does not balance');
  }
  expect(await availableOf(userId)).toBe(0n);
});

test('imbalance is the sum of the postings per asset, without the sums that are zero', () => {
  const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(fc.array(units, { maxLength: 8 }), (amounts) => {
      const postings = amounts.map((u) => ({ account: house('chain', 'BTC'), units: u }));
      const sum = amounts.reduce((a, b) => a + b, 0n);
      expect(imbalance(postings).get('BTC') ?? 0n).toBe(sum);
      const closed = [...postings, { account: house('inventory', 'BTC'), units: -sum }];
      expect(imbalance(closed).size).toBe(0);
    }),
  );
});

test('amounts of thirty-one digits are stored exactly', async () => {
  const userId = await someone();
  const units = 10n ** 30n + 1n;
  expect(await tryJournal(store.db, depositOf(userId, units))).toBe('posted');
  expect(await availableOf(userId)).toBe(units);
});

test('a reference is journalled only once, and further attempts change nothing', async () => {
  const userId = await someone();
  const journal = depositOf(userId, 5n, `deposit:${userId}`);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => tryJournal(store.db, journal)),
  );
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(9);
  expect(await availableOf(userId)).toBe(5n);
});

test('the last minor unit can be spent, and not one more', async () => {
  const userId = await someone();
  await tryJournal(store.db, depositOf(userId, 3n));
  const spend = (units: bigint): Journal => ({
    ...{ class: 'payment', kind: 'withdrawal', userId },
    postings: [
      { account: customer(userId, 'available', 'BTC'), units: -units },
      { account: house('chain', 'BTC'), units },
    ],
  });
  expect(await tryJournal(store.db, spend(4n))).toBe('insufficient');
  expect(await tryJournal(store.db, spend(3n))).toBe('posted');
  expect(await tryJournal(store.db, spend(1n))).toBe('insufficient');
  expect(await availableOf(userId)).toBe(0n);
});

test('the invariants notice a wrong balance and a missing posting', async () => {
  const broken = await memoryDatabase();
  const [userId = ''] = await makeUsers(broken.db, 1);
  await tryJournal(broken.db, depositOf(userId, 7n));
  expect(await brokenInvariants(broken.db)).toEqual([]);
  await broken.db.updateTable('accounts').set({ balance: '8' }).execute();
  expect((await brokenInvariants(broken.db)).join()).toContain('sum of its postings');
  await broken.db.updateTable('accounts').set({ balance: '7' }).execute();
  await broken.db.deleteFrom('postings').where('line', '=', 0).execute();
  const found = (await brokenInvariants(broken.db)).join();
  expect(found).toContain('add up to zero');
  expect(found).toContain('every journal balances');
  await broken.close();
});
