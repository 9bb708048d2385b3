import { expect, test } from 'vitest';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import type { Transfer } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

/** The id of a withdrawal that nothing stops any more. */
async function due(): Promise<string> {
  const who = await kopa.customer({ balances: { BTC: '1' } });
  const { data } = await who.must(createWithdrawal, {
    amount: '0.01',
    cryptoAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    paymentRouteId: 'btc-bitcoin',
    password,
  });
  await sendDue(kopa.deps);
  kopa.clock.advance(301_000);
  return data.withdrawal_id;
}

test('HARD-81 a withdrawal that one process is sending is sent by no other, and by another once its lease is over', async () => {
  const id = await due();

  // A custodian that is still thinking when the next process looks.
  const asked: string[] = [];
  let answer = (_: Transfer): void => undefined;
  const answered = new Promise<Transfer>((resolve) => {
    answer = resolve;
  });
  const slow: Deps = {
    ...kopa.deps,
    parties: {
      ...kopa.deps.parties,
      transfers: {
        ...kopa.deps.parties.transfers,
        send: ({ reference }) => {
          asked.push(reference);
          return answered;
        },
      },
    },
  };
  // Each call is a process of its own: nothing but the database is shared.
  const first = moveDue(slow);
  await expect.poll(() => asked).toEqual([id]);
  await moveDue(slow);
  kopa.clock.advance(5_000);
  await moveDue(slow);
  expect(asked).toEqual([id]);
  kopa.clock.advance(600_000);
  const second = moveDue(slow);
  await expect.poll(() => asked).toHaveLength(2);
  answer({ kind: 'broadcast', hash: 'f'.repeat(64) });
  await Promise.all([first, second]);
  const row = await kopa.db
    .selectFrom('withdrawals')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('broadcast');
});

test('HARD-98 a transaction that takes the place of another is the one that its customer can look up, before it is final', async () => {
  const id = await due();
  let hash = 'a'.repeat(64);
  const answer = async (): Promise<Transfer> => ({ kind: 'broadcast', hash });
  const { parties } = kopa.deps;
  const transfers = { ...parties.transfers, send: answer, find: answer };
  const custodian: Deps = { ...kopa.deps, parties: { ...parties, transfers } };
  const row = () =>
    kopa.db
      .selectFrom('withdrawals')
      .select(['status', 'transaction_hash'])
      .where('id', '=', id)
      .executeTakeFirst();
  await moveDue(custodian);
  expect(await row()).toEqual({ status: 'broadcast', transaction_hash: hash });
  hash = 'b'.repeat(64);
  kopa.clock.advance(600_000);
  await moveDue(custodian);
  expect(await row()).toEqual({ status: 'broadcast', transaction_hash: hash });
});
