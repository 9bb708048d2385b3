import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { sandboxDepositComparisonLoop } from '#server/services/money-in/deposits/compare-deposits.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { forgetCompared } from '#server/services/operation/copies/compared.ts';
import { approvedPerson } from '#tests/support/approved.ts';
import { type InProcess, type Person, startInProcess } from '#tests/support/in-process.ts';
import { dumpBooks } from '#tests/support/older-dump.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

const arrive = (recipient: string | null) =>
  depositInSandbox(server.deps.db, server.deps.clock.now, {
    ...{ recipient, currency: 'ETH', amount: '0.5', network: 'Ethereum', confirmations: null },
  });

const compare = async (): Promise<void> => {
  forgetCompared(server.deps.parties);
  await sandboxDepositComparisonLoop.round(server.deps, new AbortController().signal);
  for (const _ of [1, 2, 3]) await stepDeposits(server.deps);
};

const balanceOf = async ({ id }: Person) => {
  const row = await server.deps.db
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
    server.deps.db.selectFrom('deposits').select(['id', 'state']).orderBy('id').execute(),
    server.deps.db.selectFrom('deposits_aside').select(['external_id', 'reason']).execute(),
  ]);

test('HARD-87 what the simulated custodian has told and the books have lost is told once more, and nothing else is', async () => {
  const who = await approvedPerson(server);
  await arrive(who.email);
  await compare();
  expect(await balanceOf(who)).toBe('50000000');
  const undo = await dumpBooks(server.deps.db);
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
