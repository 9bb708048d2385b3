import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { newKey } from '#tests/support/api-client.ts';
import { deposit } from '#tests/support/in-process.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ prices: { BTC: '100000', ETH: '4000', USDC: '1' } });
afterEach(async () => {
  vi.restoreAllMocks();
});

const history = (who: Member, more: object = {}) => who.must(getTransactionHistory, more);

async function open({ credential }: Member, currency = 'USD') {
  const order = await marketOrder(kopa.api, credential, '100.00', currency);
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const { data } = await kopa.api.must(
    initTransaction,
    { ...order, ...urls, payment_test_env: true },
    { credential, idempotencyKey: newKey() },
  );
  return { id: data.tracking_id, token: data.checkout.token, order };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function end(who: Member, { id, token, order }: Opened, outcome?: string) {
  if (outcome) {
    const body = new URLSearchParams({ outcome });
    await fetch(`${kopa.url}/sandbox/pay/${token}`, { method: 'POST', body, redirect: 'manual' });
  }
  const asked = { transaction_id: id, ...order, device_type: 'x', status: 'unknown' } as const;
  await who.must(insertTransaction, asked);
}

test('HARD-16 card payments that failed are in the history with their reason, and move nothing', async () => {
  const someone = await kopa.buyer({ market: 'USD' });
  const replaced = await open(someone);
  const charge = { amount: '100.00', currency_id: 'USD' };
  const wanted = { amount: replaced.order.crypto_value, currency_id: 'BTC' };
  for (const outcome of ['declined', 'failed', 'cancelled']) {
    await end(someone, await open(someone), outcome);
    kopa.clock.advance(1000);
  }
  const late = await open(someone);
  await sql`update sandbox_payments set expires_at = ${new Date(kopa.clock.now())}
    where token = ${late.token}`.execute(kopa.db);
  await end(someone, late);
  kopa.clock.advance(1000);
  const dear = await open(someone);
  await kopa.sandbox.market('BTC', '102000');
  const { payment } = kopa.deps.parties;
  vi.spyOn(payment, 'refund').mockResolvedValueOnce(undefined);
  await kopa.decidesCard(dear.token, 'success');
  await end(someone, dear);
  const told = async () => {
    const { data, failed_payments: failed = [] } = await history(someone);
    expect(data).toEqual([]);
    return failed.map(({ reason }) => reason);
  };
  expect(await told()).toEqual([
    'refunding',
    'expired',
    'cancelled',
    'failed',
    'declined',
    'superseded',
  ]);
  const { failed_payments: [last] = [] } = await history(someone);
  expect(last).toMatchObject({ transaction_id: dear.id, charge, wanted: expect.anything() });
  const ended = (await history(someone)).failed_payments?.at(-1);
  expect(ended).toMatchObject({ transaction_id: replaced.id, charge, wanted });
  await sql`update purchases set status = 'refunded' where id = ${dear.id}`.execute(kopa.db);
  expect((await told())[0]).toBe('refunded');
});

test('HARD-16 one that goes through after all is a purchase and no failure, and strangers see neither', async () => {
  const someone = await kopa.buyer({ market: 'USD' });
  const purchase = await open(someone);
  await end(someone, purchase, 'declined');
  expect((await history(await kopa.buyer())).failed_payments).toBeUndefined();
  await sql`update sandbox_payments set outcome = 'success' where token = ${purchase.token}`.execute(
    kopa.db,
  );
  await end(someone, purchase);
  const { data, failed_payments: failed } = await history(someone);
  expect(data).toMatchObject([{ comment: `Card purchase/${purchase.id}` }]);
  expect(failed).toBeUndefined();
});

test('HARD-16 pages of any size go through entries and failed card payments once each, newest first, also of one asset', async () => {
  const someone = await kopa.buyer({ market: 'USD' });
  const at = kopa.clock.sql;
  for (let made = 0; made < 6; made++) {
    await deposit(kopa.deps, someone.id, made % 3 === 0 ? 'ETH' : 'BTC', '0.01');
    await end(someone, await open(someone), 'declined');
  }
  // Of one moment, as well.
  await sql`update purchases set recorded_at = (select max(created_at) from postings)
    where user_id = ${someone.id} and recorded_at < ${at}`.execute(kopa.db);
  for (const currency_id of [undefined, 'BTC', 'ETH']) {
    for (const limit of [1, 2, 3, 5]) {
      const seen: { readonly id: string; readonly at: string }[] = [];
      let after: string | undefined;
      do {
        const asked = { limit, ...(after && { after }), ...(currency_id && { currency_id }) };
        const page = await history(someone, asked);
        const entries = page.data.map((one) => ({
          id: one.account_transaction_id,
          at: one.created_at,
        }));
        const failed = (page.failed_payments ?? []).map((one) => ({
          id: one.transaction_id,
          at: one.created_at,
        }));
        expect(entries.length + failed.length).toBeLessThanOrEqual(limit);
        const together = [...entries, ...failed].sort((a, b) => b.at.localeCompare(a.at));
        seen.push(...together);
        after = page.next;
      } while (after !== undefined);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      expect(seen).toHaveLength({ BTC: 10, ETH: 2 }[currency_id ?? ''] ?? 12);
      const times = seen.map((one) => one.at);
      expect(times).toEqual([...times].sort().reverse());
    }
  }
});
