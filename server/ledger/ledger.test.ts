import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { brokenInvariants, makeUsers, runSeed, tryJournal } from '#tests/support/ledger-run.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { pastGuards } from '#tests/support/past-guards.ts';
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
  await pastGuards(broken.db, () =>
    broken.db.deleteFrom('postings').where('line', '=', 0).execute(),
  );
  const found = (await brokenInvariants(broken.db)).join();
  expect(found).toContain('add up to zero');
  expect(found).toContain('every journal balances');
  await broken.close();
});

const edits = {
  'an amount': sql`update postings set amount = amount + 1`,
  'an account': sql`update postings set account_id = 'house/chain/BTC'`,
  'a line that is taken away': sql`delete from postings`,
  'all lines': sql`truncate postings, entry_values`,
  'a customer': sql`update journals set user_id = (select id from users limit 1), kind = 'manual'`,
  'a comment': sql`update journals set comment = 'Corrected'`,
  'a reference': sql`update journals set reference = 'deposit:other'`,
  'an account beside a recipient': sql`update journals set recipient = '', sender = 'x'`,
  'a journal that is taken away': sql`delete from journals`,
  'all journals': sql`truncate journals cascade`,
} as const;

test.each(Object.entries(edits))(
  'HARD-97 the database refuses to edit the books: %s',
  async (_what, edit) => {
    const userId = await someone();
    expect(await tryJournal(store.db, depositOf(userId, 5n))).toBe('posted');
    await expect(edit.execute(store.db)).rejects.toThrow('the ledger cannot be changed');
    expect(await brokenInvariants(store.db)).toEqual([]);
  },
);

const written = (id: string, userId: string) => sql`insert into journals (id, class, kind, user_id,
    comment, network, sender, recipient, payment_method, created_at)
  values (${id}, 'manual', 'manual', ${userId}, '', '', '', '', '', now())`;
const lines = (id: string, from: number, ...amounts: readonly (readonly [number, string?])[]) =>
  sql`insert into postings (journal_id, line, account_id, currency, amount, created_at)
    values ${sql.join(
      amounts.map(
        ([amount, currency = 'BTC'], at) => sql`(${id}, ${from + at}::smallint,
          ${`house/chain/${currency}`}, ${currency}, ${amount}::numeric, now())`,
      ),
    )}`;

test('HARD-97 a journal’s lines sum to zero when its transaction ends, whoever wrote them', async () => {
  const userId = await someone();
  const inOne = (...statements: readonly ReturnType<typeof written>[]) =>
    inTransaction(store.db, async (tx) => {
      for (const statement of statements) await statement.execute(tx);
    });
  const unbalanced = [
    [written('a', userId)],
    [written('a', userId), lines('a', 0, [3])],
    [written('a', userId), lines('a', 0, [3], [-3, 'ETH'])],
    [written('a', userId), lines('a', 0, [3], [-3], [1, 'ETH'])],
  ];
  for (const statements of unbalanced) {
    await expect(inOne(...statements)).rejects.toThrow('the journal a does not balance');
  }
  await inOne(written('a', userId), lines('a', 0, [3], [-3]));
  // Lines that are added to a journal later.
  await expect(inOne(lines('a', 2, [1]))).rejects.toThrow('the journal a does not balance');
  expect(await brokenInvariants(store.db)).toEqual([]);
});
