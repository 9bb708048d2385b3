import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { brokenInvariants, makeUsers } from '#tests/support/ledger-run.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { accountId, customer, type HouseKind, house } from './accounts.ts';
import { houseBalances, keepHouseTotals } from './house-totals.ts';
import { postJournal } from './post.ts';

const HOUR_MS = 3_600_000;

/** What happens, in any order: somebody is credited, time passes, the sums move on. */
type Act =
  | { readonly kind: 'credit'; readonly from: HouseKind; readonly units: number }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'sum' };

const acts = fc.array(
  fc.oneof<fc.Arbitrary<Act>[]>(
    fc.record({
      kind: fc.constant('credit' as const),
      from: fc.constantFrom<HouseKind[]>('chain', 'manual', 'inventory'),
      units: fc.integer({ min: 1, max: 1_000 }),
    }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 70 }) }),
    fc.constant({ kind: 'sum' as const }),
  ),
  { minLength: 3, maxLength: 14 },
);

test('what the house has is the sum of all its postings, whenever sums of the past were kept', async () => {
  const { db, close } = await memoryDatabase();
  const clock = movableClock();
  const [userId = ''] = await makeUsers(db, 1);
  const expected = new Map<string, bigint>();
  const credit = async (from: HouseKind, units: number): Promise<void> => {
    const account = house(from, 'BTC');
    await inTransaction(db, (tx) =>
      postJournal(tx, clock, {
        ...{ class: 'manual', kind: 'deposit', userId },
        postings: [
          { account, units: -BigInt(units) },
          { account: customer(userId, 'available', 'BTC'), units: BigInt(units) },
        ],
      }),
    );
    const id = accountId(account);
    expected.set(id, (expected.get(id) ?? 0n) - BigInt(units));
  };
  const story = fc.asyncProperty(acts, async (all) => {
    for (const act of all) {
      if (act.kind === 'credit') await credit(act.from, act.units);
      else if (act.kind === 'wait') clock.advance(act.hours * HOUR_MS);
      else await keepHouseTotals({ db, clock });
      expect(new Map(await houseBalances(db))).toEqual(expected);
    }
    expect(await brokenInvariants(db)).toEqual([]);
  });
  await fc.assert(story, { numRuns: 12 });
  // It did keep something, and a sum that somebody edits is found.
  await sql`update house_totals set units = units + 1`.execute(db);
  expect((await brokenInvariants(db)).join()).toContain('the sums kept of the house');
  await close();
}, 120_000);
