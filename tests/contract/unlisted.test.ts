import { expect, test } from 'vitest';
import { readWithdrawal } from '#server/services/money-out/withdrawals/withdrawal-view.ts';
import { readStatement } from '#server/services/records/wallet/statement.ts';
import { person } from '#tests/support/in-process.ts';
import { pastGuards } from '#tests/support/past-guards.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ booksByHand: true });

test('an asset that is no longer listed raises an error instead of an amount a hundred million times too large', async () => {
  const { deps } = kopa;
  const { db, clock } = deps;
  const { id: userId } = await person(deps);
  const at = new Date(clock.now());
  const texts = { comment: '', network: '', sender: '', recipient: '', payment_method: '' };
  const journal = db.insertInto('journals').values({
    id: 'j1',
    class: 'payment',
    kind: 'manual',
    user_id: userId,
    reference: null,
    ...texts,
    created_at: at,
  });
  const line = db.insertInto('postings').values({
    journal_id: 'j1',
    line: 0,
    account_id: `${userId}/available/DOGE`,
    currency: 'DOGE',
    amount: '100000000',
    statement_of: userId,
    created_at: at,
  });
  // One line alone: there is no other side, either.
  await pastGuards(db, async () => {
    await journal.execute();
    await line.execute();
  });
  const page = { userId, limit: 10, after: undefined, currency: undefined };
  await expect(readStatement({ db, clock }, page)).rejects.toThrow('DOGE');

  const route = await db.selectFrom('payment_routes').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('withdrawals')
    .values({
      id: 'w1',
      user_id: userId,
      payment_route_id: route.id,
      currency: 'DOGE',
      units: '100000000',
      fee_units: '1',
      usd_cents: '1',
      address: 'a',
      tag: '',
      status: 'requested',
      created_at: at,
      cancellable_until: clock.sql,
      due_at: clock.sqlIn(3600),
    })
    .execute();
  await expect(readWithdrawal(deps, db, userId, 'w1')).rejects.toThrow('DOGE');
});
