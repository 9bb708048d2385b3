import { setTimeout } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { decideSandboxPayment, sandboxNotice } from '#server/adapters/payment/sandbox-payment.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { recordPurchase } from '#server/services/money-in/purchases/purchases.ts';
import { reconcilePurchases } from '#server/services/money-in/purchases/settle-purchases.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { type Person, person } from '#tests/support/in-process.ts';
import { dyingAt, killPoints } from '#tests/support/kill-point.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { startServer } from '#tests/support/server-process.ts';
import { inParallel, type Swarm, startSwarm } from '#tests/support/swarm.ts';

const ROUNDS = process.env.LONG ? 500 : 15;

let swarm: Swarm;
beforeAll(async () => {
  swarm = await startSwarm(3);
  await writePin(swarm.deps.db, 'BTC', '100000');
});
afterAll(async () => {
  expect(await brokenInvariants(swarm.deps.db)).toEqual([]);
  await swarm.stop();
});

const anyApi = (index: number): ApiClient => {
  const api = swarm.apis[index % swarm.apis.length];
  if (!api) throw new Error('no server');
  return api;
};

const order = {
  amount: '162.45',
  currency: 'AUD',
  crypto_value: '0.001',
  crypto_currency: 'BTC',
  usdc: '90',
} as const;

async function buyer(): Promise<Person> {
  const who = await person(swarm.deps);
  await swarm.deps.db
    .updateTable('users')
    .set({ address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' })
    .where('id', '=', who.id)
    .execute();
  return who;
}

const begin = (api: ApiClient, { credential }: Person, key = newKey()) =>
  api.must(
    initTransaction,
    {
      ...order,
      success_url: '/success',
      decline_url: '/decline',
      fail_url: '/fail',
      cancel_url: '/cancel',
      payment_test_env: true,
    },
    { credential, idempotencyKey: key },
  );

const record = (api: ApiClient, { credential }: Person, id: string, key = newKey()) =>
  api.call(
    insertTransaction,
    { ...order, transaction_id: id, device_type: 'desktop', status: 'success' },
    { credential, idempotencyKey: key },
  );

async function notify(api: ApiClient, id: string): Promise<number> {
  const notice = await sandboxNotice(swarm.deps.db, id);
  if (!notice) throw new Error('the sandbox knows no such purchase');
  const headers = { 'x-sandbox-signature': notice.signature };
  const url = `${api.base}/webhooks/payment`;
  return (await fetch(url, { method: 'POST', body: notice.body, headers })).status;
}

const pay = (token: string): Promise<unknown> =>
  decideSandboxPayment(swarm.deps.db, token, 'success', swarm.deps.clock.now);

async function paid(api: ApiClient, who: Person): Promise<string> {
  const { data } = await begin(api, who);
  await pay(data.checkout.token);
  return data.tracking_id;
}

const creditsOf = async ({ id }: Person): Promise<number> => {
  const rows = await swarm.deps.db
    .selectFrom('journals')
    .where('user_id', '=', id)
    .where('kind', '=', 'purchase')
    .select('id')
    .execute();
  return rows.length;
};

/** A purchase is asked about by every process that lives, from then on and no sooner. */
const askFrom = (id: string, next_check_at: RawBuilder<Date>) =>
  swarm.deps.db.updateTable('purchases').set({ next_check_at }).where('id', '=', id).execute();

/** Its time has come: a process of the swarm or this one, whichever is first, asks about it. */
async function reconciled(id: string): Promise<void> {
  await askFrom(id, swarm.deps.clock.sql);
  await reconcilePurchases(swarm.deps);
}

test(`BEY-17 page, notice and reconciliation over three processes credit once, ${ROUNDS} times of ${ROUNDS}`, async () => {
  await inParallel(Array.from({ length: ROUNDS }), 6, async (_, i) => {
    const who = await buyer();
    const id = await paid(anyApi(i), who);
    const key = newKey();
    const [one, again, other] = await Promise.all([
      record(anyApi(i), who, id, key),
      record(anyApi(i + 1), who, id, key),
      record(anyApi(i + 2), who, id),
      notify(anyApi(i + 1), id),
      notify(anyApi(i + 2), id),
      reconciled(id),
    ]);
    expect(again).toEqual(one);
    expect(other).toMatchObject({ ok: true, value: { data: { status: 'success' } } });
    expect(await creditsOf(who)).toBe(1);
  });
}, 3_600_000);

test.each(killPoints('purchases'))(
  'BEY-02 the process dies $at the insert of a purchase: there is one or none, and the customer is told which',
  async (point) => {
    const who = await buyer();
    const env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', ...dyingAt(point) };
    const dying = await startServer({ dies: true, env });
    const key = newKey();
    await expect(begin(new ApiClient(dying.url), who, key)).rejects.toThrow();
    await dying.stop();
    const { credential, id } = who;
    const asked = { idempotencyKey: key, operation: initTransaction.path };
    const { data } = await anyApi(0).must(getOperationOutcome, asked, { credential });
    const happened = point.at === 'after-commit';
    expect(data.outcome).toBe(happened ? 'done' : 'never');
    const made = await swarm.deps.db
      .selectFrom('purchases')
      .where('user_id', '=', id)
      .select('id')
      .execute();
    expect(made).toHaveLength(happened ? 1 : 0);
  },
);

test.each(killPoints('journals'))(
  'BEY-17 the process dies $at the credit of a payment that was made: it is credited once, by whoever lives',
  async (point) => {
    const env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', ...dyingAt(point) };
    const dying = await startServer({ dies: true, env });
    const key = newKey();
    /** A payment at whose credit the process dies. One that another process found in the provider's list first is none. */
    const creditedByIt = async (): Promise<{ who: Person; id: string }> => {
      const who = await buyer();
      const { tracking_id: id, checkout } = (await begin(anyApi(0), who)).data;
      await askFrom(id, swarm.deps.clock.sqlIn(3_600));
      await pay(checkout.token);
      const died = await record(new ApiClient(dying.url), who, id, key).then(
        () => false,
        () => true,
      );
      return died ? { who, id } : creditedByIt();
    };
    const { who, id } = await creditedByIt();
    await dying.stop();
    expect(await creditsOf(who)).toBe(point.at === 'after-commit' ? 1 : 0);
    await reconciled(id);
    await expect.poll(() => creditsOf(who)).toBe(1);
    const { credential } = who;
    const asked = { idempotencyKey: key, operation: insertTransaction.path };
    await anyApi(1).must(getOperationOutcome, asked, { credential });
    expect(await record(anyApi(2), who, id)).toMatchObject({
      value: { data: { status: 'success' } },
    });
    expect(await creditsOf(who)).toBe(1);
  },
);

test('BEY-17 a purchase nobody came back for is credited by a process that lives, unasked', async () => {
  const who = await buyer();
  await askFrom(await paid(anyApi(0), who), swarm.deps.clock.sql);
  await expect.poll(() => creditsOf(who)).toBe(1);
});

test('SEC-05 no account is deleted while what its owner paid for is being credited', async () => {
  const { deps } = swarm;
  const api = anyApi(0);
  for (let round = 0; round < 3 * ROUNDS; round++) {
    const who = await buyer();
    const { id } = who;
    const { data } = await begin(api, who);
    const purchase = { id: data.tracking_id, userId: id };
    const credited = inTransaction(deps.db, (tx) =>
      recordPurchase(deps, tx, purchase, { status: 'success' }),
    );
    // At another point of it each time.
    await setTimeout((round % 40) / 5);
    const erased = await inTransaction(deps.db, (tx) => eraseAccount(deps, tx, id));
    expect([await credited, erased === 'erased']).toEqual(['success', false]);
  }
});
