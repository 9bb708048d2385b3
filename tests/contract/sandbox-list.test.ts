import { expect, test } from 'vitest';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { sandboxDepositComparisonLoop } from '#server/services/money-in/deposits/compare-deposits.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { forgetCompared } from '#server/services/operation/copies/compared.ts';
import type { Member } from '#tests/support/member.ts';
import { dumpBooks } from '#tests/support/older-dump.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const arrive = (recipient: string | null) =>
  depositInSandbox(kopa.db, kopa.clock.now, {
    ...{ recipient, currency: 'ETH', amount: '0.5', network: 'Ethereum', confirmations: null },
  });

const compare = async (): Promise<void> => {
  forgetCompared(kopa.deps.parties);
  await sandboxDepositComparisonLoop.round(kopa.deps, new AbortController().signal);
  for (const _ of [1, 2, 3]) await stepDeposits(kopa.deps);
};

const balanceOf = async ({ id }: Member) => {
  const row = await kopa.db
    .selectFrom('accounts')
    .select('balance')
    .where('owner', '=', id)
    .where('kind', '=', 'available')
    .where('currency', '=', 'ETH')
    .executeTakeFirst();
  return String(row?.balance ?? 0);
};

const rows = async () =>
  Promise.all([
    kopa.db.selectFrom('deposits').select(['id', 'state']).orderBy('id').execute(),
    kopa.db.selectFrom('deposits_aside').select(['external_id', 'reason']).execute(),
  ]);

test('HARD-87 what the simulated custodian has told and the books have lost is told once more, and nothing else is', async () => {
  const who = await kopa.customer();
  await arrive(who.email);
  await compare();
  expect(await balanceOf(who)).toBe('50000000');
  const undo = await dumpBooks(kopa.db);
  await arrive(who.email);
  await arrive(null);
  await compare();
  expect(await balanceOf(who)).toBe('100000000');
  const before = await rows();
  await compare();
  expect(await rows(), 'it repeats nothing').toEqual(before);
  await undo();
  expect(await balanceOf(who)).toBe('50000000');
  await compare();
  expect(await balanceOf(who)).toBe('100000000');
  expect(await rows(), 'each under the same id').toEqual(before);
});
