import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getPurchases, initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { sandboxNotice } from '#server/adapters/payment/sandbox-payment.ts';
import { reconcilePurchases } from '#server/services/money-in/purchases/settle-purchases.ts';
import { newKey } from '#tests/support/api-client.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ prices: { USDC: '1' } });
afterEach(() => void vi.restoreAllMocks());

const MINUTE = 60_000;

async function buyer(): Promise<Member> {
  const someone = await kopa.person({ market: 'USD' });
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await someone.must(updateProfile, profile);
  await kopa.sandbox.market('BTC', '100000');
  return someone;
}

/** Opens a purchase of 100 dollars' worth at 100,000 a bitcoin. */
async function opened(someone: Member) {
  const { credential } = someone;
  const order = await marketOrder(kopa.api, credential, '100.00', 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const { data } = await kopa.api.must(
    initTransaction,
    { ...order, ...urls, payment_test_env: true },
    { credential, idempotencyKey: newKey() },
  );
  const { tracking_id: id, checkout, price_until } = data;
  return { id, token: checkout.token, order, price_until };
}

async function record(who: Member, { id, order }: Awaited<ReturnType<typeof opened>>) {
  const request = {
    transaction_id: id,
    ...order,
    device_type: 'desktop',
    status: 'unknown',
  } as const;
  const reply = await who.call(insertTransaction, request);
  return reply.ok ? reply.value.data : reply.refusal;
}

async function notify(id: string): Promise<number> {
  const notice = await sandboxNotice(kopa.db, id);
  if (!notice) throw new Error('the sandbox knows no such purchase');
  const headers = { 'x-sandbox-signature': notice.signature };
  const url = `${kopa.url}/webhooks/payment`;
  return (await fetch(url, { method: 'POST', body: notice.body, headers })).status;
}

const bitcoin = async (who: Member) => {
  const { data } = await who.must(getWalletList, {});
  return data.find(({ currency }) => currency.currency_id === 'BTC')?.free_balance;
};
const unseen = async (who: Member) => (await who.must(getPurchases, {})).data.purchases;
const refundsOf = async (token: string): Promise<number | undefined> =>
  (
    await sql<{ refunds: number }>`select refunds from sandbox_payments
      where token = ${token}`.execute(kopa.db)
  ).rows[0]?.refunds;

test('HARD-14 a price names the spread that is part of it', async () => {
  const who = await buyer();
  const pair = { base_currency: 'BTC', quote_currency: 'USD' };
  const [price] = (await who.must(getCurrencyPrice, pair)).data;
  expect(price).toEqual({
    bid: '99875',
    ask: '100125',
    spread_bps: 12.5,
    usd: '100000',
    rate: '1',
  });
});

test('HARD-14 a price holds for five minutes', async () => {
  const someone = await buyer();
  const purchase = await opened(someone);
  const left = Date.parse(purchase.price_until ?? '') - kopa.clock.now();
  expect(left).toBeGreaterThan(4.9 * MINUTE);
  expect(left).toBeLessThanOrEqual(5 * MINUTE);
  await kopa.sandbox.market('BTC', '100400');
  kopa.clock.advance(4.9 * MINUTE);
  await kopa.decidesCard(purchase.token, 'success');
  expect(await record(someone, purchase)).toEqual({
    transaction_id: purchase.id,
    status: 'success',
  });
  expect(await bitcoin(someone)).toBe(purchase.order.crypto_value);
});

test('HARD-14 what was paid in time and is heard of late is bought at the price shown', async () => {
  const someone = await buyer();
  const purchase = await opened(someone);
  await kopa.decidesCard(purchase.token, 'success');
  kopa.clock.advance(10 * MINUTE);
  await kopa.sandbox.market('BTC', '120000');
  expect(await notify(purchase.id)).toBe(204);
  expect(await bitcoin(someone)).toBe(purchase.order.crypto_value);
});

test.each([
  ['later, and dearer', 6, '100800', '0.00098587'],
  ['later, and cheaper', 6, '95000', '0.00104606'],
  ['in time, and dearer by more than the fee', 1, '100800', '0.00098587'],
  ['in time, and cheaper by more than the fee', 1, '95000', '0.00104606'],
])(
  'HARD-14 paid %s, a purchase is made at the price of the moment',
  async (_, minutes, price, got) => {
    const someone = await buyer();
    const purchase = await opened(someone);
    kopa.clock.advance(minutes * MINUTE);
    await kopa.sandbox.market('BTC', price);
    await kopa.decidesCard(purchase.token, 'success');
    expect(await record(someone, purchase)).toEqual({
      transaction_id: purchase.id,
      status: 'success',
      crypto_value: got,
    });
    expect(await bitcoin(someone)).toBe(got);
    expect(await unseen(someone)).toMatchObject([
      { status: 'success', crypto_value: got, agreed_value: purchase.order.crypto_value },
    ]);
  },
);

test('HARD-14 where the price has risen by more than one percent, the card gets everything back, once, whoever asks when', async () => {
  for (const minutes of [1, 6]) {
    const someone = await buyer();
    const purchase = await opened(someone);
    kopa.clock.advance(minutes * MINUTE);
    await kopa.sandbox.market('BTC', '102000');
    await kopa.decidesCard(purchase.token, 'success');
    const ask = () => [
      record(someone, purchase),
      notify(purchase.id),
      reconcilePurchases(kopa.deps),
    ];
    await Promise.all([...ask(), ...ask()]);
    kopa.clock.advance(20_000);
    // Afterwards it would be worth its price again.
    await kopa.sandbox.market('BTC', '100000');
    await Promise.all(ask());
    await reconcilePurchases(kopa.deps);
    expect(await record(someone, purchase)).toEqual({
      transaction_id: purchase.id,
      status: 'failed',
      refund: 'done',
      returned_for: 'price',
    });
    expect(await refundsOf(purchase.token)).toBe(1);
    expect(await bitcoin(someone)).toBe('0');
    expect(await unseen(someone)).toMatchObject([{ status: 'failed', refund: 'done' }]);
    const mails = (await kopa.sandbox.inbox(someone.email)).filter(({ subject }) =>
      subject.includes('goes back to your card'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('your payment of $100.00 arrived');
  }
});

test('HARD-14 a payment goes back although the server or the provider fails in the middle of it', async () => {
  const someone = await buyer();
  const purchase = await opened(someone);
  await kopa.sandbox.market('BTC', '102000');
  await kopa.decidesCard(purchase.token, 'success');
  const { payment } = kopa.deps.parties;
  // The provider does not answer, then does so too late for a server that dies, and then answers.
  const refund = vi.spyOn(payment, 'refund').mockResolvedValueOnce(undefined);
  expect(await notify(purchase.id)).toBe(204);
  expect(await unseen(someone)).toMatchObject([{ status: 'failed', refund: 'under-way' }]);
  expect(await refundsOf(purchase.token)).toBe(0);
  refund.mockImplementationOnce(async (token) => {
    await sandboxRefund(token);
    throw new Error('killed');
  });
  kopa.clock.advance(20_000);
  await reconcilePurchases(kopa.deps);
  expect(await unseen(someone)).toMatchObject([{ status: 'failed', refund: 'under-way' }]);
  vi.restoreAllMocks();
  // So long nobody else orders it.
  kopa.clock.advance(61_000);
  await reconcilePurchases(kopa.deps);
  expect(await unseen(someone)).toMatchObject([{ status: 'failed', refund: 'done' }]);
  expect(await refundsOf(purchase.token)).toBe(1);
});

/** The provider gives a payment back, whoever hears of it. */
const sandboxRefund = (token: string) =>
  sql`update sandbox_payments set refunds = refunds + 1 where token = ${token}`.execute(kopa.db);

test('HARD-14 a new purchase closes the one before at the provider', async () => {
  const someone = await buyer();
  const first = await opened(someone);
  const second = await opened(someone);
  expect((await kopa.decidesCard(first.token, 'success')).headers.get('location')).toContain(
    '/cancel',
  );
  expect(await unseen(someone)).toMatchObject([
    { transaction_id: second.id, status: 'pending' },
    { transaction_id: first.id, status: 'cancelled' },
  ]);
  await kopa.decidesCard(second.token, 'success');
  expect(await record(someone, second)).toMatchObject({ status: 'success' });
  expect(await bitcoin(someone)).toBe(second.order.crypto_value);
});

test('HARD-14 one that was paid before it could be closed is bought, and so is the next', async () => {
  const someone = await buyer();
  const first = await opened(someone);
  await kopa.decidesCard(first.token, 'success');
  const second = await opened(someone);
  await kopa.decidesCard(second.token, 'success');
  expect(await record(someone, first)).toMatchObject({ status: 'success' });
  expect(await record(someone, second)).toMatchObject({ status: 'success' });
  expect(await bitcoin(someone)).toBe('0.0019875');
});

test('HARD-14 where the provider closes nothing, the price of the one before holds no longer', async () => {
  const someone = await buyer();
  vi.spyOn(kopa.deps.parties.payment, 'close').mockResolvedValue(undefined);
  const first = await opened(someone);
  await Promise.all([opened(someone), opened(someone)]);
  await kopa.sandbox.market('BTC', '100400');
  kopa.clock.advance(1_000);
  await kopa.decidesCard(first.token, 'success');
  // Within the fee, which the price would have held for.
  expect(await record(someone, first)).toMatchObject({ crypto_value: '0.00098979' });
  const holding = await kopa.db
    .selectFrom('purchases')
    .where('user_id', '=', someone.id)
    .where('price_until', '>', kopa.clock.sql)
    .select('id')
    .execute();
  expect(holding).toHaveLength(1);
});

test('HARD-14 without a price to judge a payment by, nothing is decided until there is one', async () => {
  const someone = await buyer();
  const purchase = await opened(someone);
  kopa.clock.advance(6 * MINUTE);
  await kopa.decidesCard(purchase.token, 'success');
  const price = vi.spyOn(kopa.deps.parties.market, 'price').mockResolvedValue(undefined);
  expect(await notify(purchase.id)).toBe(503);
  expect(await record(someone, purchase)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await unseen(someone)).toMatchObject([{ status: 'pending' }]);
  price.mockRestore();
  kopa.clock.advance(120_000);
  await reconcilePurchases(kopa.deps);
  expect(await unseen(someone)).toMatchObject([{ status: 'success' }]);
});
