import { expect, test, vi } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { listNotices, saveNotifications } from '#core/contract/account/notifications.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import {
  getEquivalentUsdc,
  getPurchases,
  initTransaction,
  insertTransaction,
  seePurchase,
} from '#core/contract/money/payment.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { type Asset, assetOf, offeredAssets } from '#core/money/currencies.ts';
import { cryptoFor } from '#core/money/purchase.ts';
import { sandboxNotice } from '#server/adapters/payment/sandbox-payment.ts';
import { limitKey } from '#server/platform/rate-limit.ts';
import { sendDue, settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { recordPurchase } from '#server/services/money-in/purchases/purchases.ts';
import {
  reconcilePurchases,
  settlePurchase,
} from '#server/services/money-in/purchases/settle-purchases.ts';
import { unknownPurchases } from '#server/services/money-in/purchases/unknown-purchases.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import type { PersonOptions } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ prices: { BTC: '100000', USDC: '1' } });

/** 0.001 BTC at 100,000 USD is 161.44 AUD; spread and fee add a little. */
const order = (more: object = {}) => ({
  amount: '162.45',
  currency: 'AUD',
  crypto_value: '0.001',
  crypto_currency: 'BTC',
  usdc: '100',
  success_url: '/success',
  decline_url: '/decline',
  fail_url: '/fail',
  cancel_url: '/cancel',
  payment_test_env: true,
  ...more,
});

async function buyer(options: PersonOptions = {}): Promise<Member> {
  const someone = await kopa.person(options);
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await someone.must(updateProfile, profile);
  return someone;
}

const begin = (who: Member, body = order(), key = newKey()) =>
  who.call(initTransaction, body, { idempotencyKey: key });

/** What the page sends when an amount is typed, at the current price. */
async function pageOrder(
  who: Member,
  amount: string,
  currency = 'AUD',
  asset: Asset = assetOf('BTC'),
) {
  const pair = { base_currency: asset.code, quote_currency: currency };
  const [price] = (await who.must(getCurrencyPrice, pair)).data;
  const crypto_value = price && cryptoFor(amount, price.ask, asset);
  return order({ amount, currency, crypto_value, crypto_currency: asset.code });
}

async function begun(someone: Member) {
  const reply = await begin(someone);
  if (!reply.ok) throw new Error(reply.refusal.message);
  return reply.value.data;
}

const record = (who: Member, id: string, status: 'success' | 'cancelled' = 'success') => {
  const { amount, currency, crypto_value, crypto_currency, usdc } = order();
  const what = { amount, currency, crypto_value, crypto_currency, usdc };
  return who.call(insertTransaction, {
    transaction_id: id,
    ...what,
    device_type: 'desktop',
    status,
  });
};

const bought = async (who: Member) => (await who.must(getTransactionHistory, {})).data;

test('BUY-05 BUY-06 a paid purchase is credited exactly once', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  const page = await fetch(`${kopa.url}${checkout.redirect_url}`);
  expect(await page.text()).toContain('0.001 BTC for 162.45 AUD');
  const decided = await kopa.decidesCard(checkout.token, 'success');
  expect(decided.headers.get('location')).toBe(`${kopa.deps.config.publicUrl}/success`);
  const replies = await Promise.all(Array.from({ length: 20 }, () => record(someone, tracking_id)));
  expect(replies.every((reply) => reply.ok && reply.value.data.status === 'success')).toBe(true);
  const entries = await bought(someone);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    transaction_class: 'trade',
    type: 'credit',
    amount: '0.001',
    payment_method: 'Debit Card',
    // The cost that an export states (BEY-22).
    paid: { amount: '162.45', currency_id: 'AUD' },
  });
  expect(entries[0]?.comment.split('/').at(-1)).toBe(tracking_id);
  const worth = await someone.must(getEquivalentUsdc, { transaction_id: tracking_id });
  expect(worth.data).toMatchObject({ amount: '162.45', currency: 'AUD' });
  expect(worth.data.usdcRate).toMatch(/^1\.6\d+$/);
});

test('HARD-70 an entry of the history carries the terms of its purchase, as the purchase itself tells them', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  await kopa.decidesCard(checkout.token, 'success');
  await record(someone, tracking_id);
  const asked = { transaction_id: tracking_id };
  const { data } = await someone.must(getEquivalentUsdc, asked);
  expect(data.price).toBeDefined();
  expect((await bought(someone))[0]?.paid).toEqual({
    amount: data.amount,
    currency_id: data.currency,
    price: data.price,
    spread_bps: data.spread_bps,
  });
});

test('EASE-19 price and spread are kept as the buyer saw them, and told afterwards and by mail', async () => {
  const someone = await buyer();
  // Mails about orders are chosen (D20).
  const chosen = { popup: [], email: ['orderCompleted' as const] };
  await someone.must(saveNotifications, chosen);
  const { data } = await someone.must(getCurrencyPrice, {
    base_currency: 'BTC',
    quote_currency: 'AUD',
  });
  const costOf = async (id: string) =>
    (await someone.must(getEquivalentUsdc, { transaction_id: id })).data;
  // The price on the page when the button was pressed; a little older than the server's.
  const seen = (Number(data[0]?.ask) * 1.0005).toFixed(8);
  const agreed = cryptoFor('100', seen, assetOf('BTC')) ?? '';
  const first = await begin(someone, order({ amount: '100', crypto_value: agreed, price: seen }));
  const id = first.ok ? first.value.data.tracking_id : '';
  expect(Number((await costOf(id)).price)).toBeCloseTo(Number(seen), 4);
  expect((await costOf(id)).spread_bps).toBeGreaterThan(0);
  await kopa.decidesCard(first.ok ? first.value.data.checkout.token : '', 'success');
  await record(someone, id);
  await settleOutbox(kopa.deps);
  const mails = await kopa.sandbox.inbox(someone.email);
  const told = mails.find(({ subject }) => subject === 'Your purchase is complete');
  expect(told?.text).toContain(`You bought ${agreed} BTC for AU$100.00.`);
  expect(told?.text).toMatch(/Price: 1 BTC = AU\$16\d,\d{3}\.\d\d\n/);
  expect(told?.text).toMatch(
    /Spread, included: 0?\.?\d+%\nFees \(0\.5%\): AU\$0\.50\nTotal: AU\$100\.00/,
  );

  // A price that these amounts do not follow from is not believed.
  const second = await begin(someone, order({ price: '1' }));
  const price = (await costOf(second.ok ? second.value.data.tracking_id : '')).price;
  expect(Number(price)).toBeGreaterThan(100_000);
});

test('EYE-07 a purchase is mailed to who chose nothing, once, however often it is recorded', async () => {
  const someone = await buyer();
  const first = await begin(someone, await pageOrder(someone, '100'));
  const id = first.ok ? first.value.data.tracking_id : '';
  await kopa.decidesCard(first.ok ? first.value.data.checkout.token : '', 'success');
  await record(someone, id);
  await record(someone, id);
  await settleOutbox(kopa.deps);
  const told = (await kopa.sandbox.inbox(someone.email)).filter(
    ({ subject }) => subject === 'Your purchase is complete',
  );
  expect(told).toHaveLength(1);
});

test('BUY-06 the outcome that the page claims is not believed', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  expect(await record(someone, tracking_id)).toMatchObject({
    value: { data: { status: 'unknown' } },
  });
  expect(await bought(someone)).toEqual([]);
  await kopa.decidesCard(checkout.token, 'declined');
  await kopa.decidesCard(checkout.token, 'success');
  expect(await record(someone, tracking_id)).toMatchObject({
    value: { data: { status: 'declined' } },
  });
  expect(await bought(someone)).toEqual([]);
});

test('a customer who asks without end about a purchase is told what is known, and refused in the end', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  const asked = vi.spyOn(kopa.deps.parties.payment, 'outcome');
  const ask = () => record(someone, tracking_id);
  await Promise.all(Array.from({ length: 120 }, ask));
  await kopa.decidesCard(checkout.token, 'success');
  expect(await ask()).toMatchObject({ value: { data: { status: 'unknown' } } });
  expect(asked).toHaveBeenCalledTimes(120);
  asked.mockRestore();
  // The payment is found out about and credited all the same.
  kopa.clock.advance(60_000);
  await reconcilePurchases(kopa.deps);
  expect(await ask()).toMatchObject({ value: { data: { status: 'success' } } });
  expect(await bought(someone)).toHaveLength(1);
  await kopa.db
    .updateTable('rate_limits')
    .set({ count: 600 })
    .where('key', '=', limitKey(`purchase-answered:${someone.id}`))
    .execute();
  expect(await ask()).toMatchObject({ refusal: { code: 'TOO_MANY' } });
});

test('another customer’s purchase answers like one that does not exist', async () => {
  const [mine, other] = [await buyer(), await buyer()];
  const { tracking_id, checkout } = await begun(mine);
  await kopa.decidesCard(checkout.token, 'success');
  const foreign = await record(other, tracking_id);
  expect(foreign).toEqual(await record(other, 'no-such-purchase'));
  expect(foreign).toMatchObject({ status: 404 });
  const look = { transaction_id: tracking_id };
  expect(await other.call(getEquivalentUsdc, look)).toMatchObject({ status: 404 });
});

test('BUY-02 paying less than the crypto is worth is refused', async () => {
  const someone = await buyer();
  for (const body of [
    order({ amount: '1' }),
    order({ amount: '160' }),
    order({ crypto_value: '0.01' }),
  ]) {
    expect(await begin(someone, body)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  }
  for (const body of [order({ amount: '162.456' }), order({ crypto_value: '0' })]) {
    expect(await begin(someone, body)).toMatchObject({
      refusal: { message: 'Please enter a valid amount' },
    });
  }
  for (const body of [
    order({ crypto_currency: 'DOGE' }),
    order({ currency: 'JPY', amount: '99999' }),
  ]) {
    expect(await begin(someone, body)).toMatchObject({ refusal: { code: 'PAIR_UNAVAILABLE' } });
  }
});

test('BUY-01 BUY-02 the fee must be paid; a price that moves a little meanwhile is accepted', async () => {
  const someone = await buyer();
  const refused = {
    refusal: { code: 'INVALID_INPUT', message: 'The price has changed. Please try again.' },
  };
  // What the crypto is worth without the fee of 0.81 AUD; then with half the fee.
  expect(await begin(someone, order({ amount: '161.65' }))).toMatchObject(refused);
  expect(await begin(someone, order({ amount: '162.05' }))).toMatchObject(refused);
  await kopa.sandbox.market('BTC', '100090');
  expect(await begin(someone)).toMatchObject({ ok: true });
  await kopa.sandbox.market('BTC', '100110');
  expect(await begin(someone)).toMatchObject(refused);
  await kopa.sandbox.market('BTC', '99910');
  expect(await begin(someone)).toMatchObject({ ok: true });
  await kopa.sandbox.market('BTC', '100000');
});

test('BUY-01 an outdated price is refused even if the price has fallen since', async () => {
  const someone = await buyer();
  const refused = {
    refusal: { code: 'INVALID_INPUT', message: 'The price has changed. Please try again.' },
  };
  await kopa.sandbox.market('BTC', '99880');
  expect(await begin(someone)).toMatchObject(refused);
  await kopa.sandbox.market('BTC', '50000');
  expect(await begin(someone)).toMatchObject(refused);
  await kopa.sandbox.market('BTC', '100000');
  expect(await unseen(someone)).toEqual([]);
});

test('D10 USDT cannot be bought by EUR customers', async () => {
  const someone = await buyer({ market: 'EUR' });
  const body = order({
    crypto_currency: 'USDT',
    crypto_value: '10',
    currency: 'EUR',
    amount: '20',
  });
  expect(await begin(someone, body)).toMatchObject({ refusal: { code: 'PAIR_UNAVAILABLE' } });
});

test('BEY-09 a purchase beyond the limits is refused, and the message states them', async () => {
  const someone = await buyer();
  await kopa.sandbox.kyc(someone.email, 'approved');
  const message = 'Card purchases can be from AU$1.00 to AU$20,000.00.';
  for (const body of [
    order({ amount: '0.99', crypto_value: '0.00000001' }),
    order({ amount: '20000.01' }),
    // When paying in another currency, too, the limits in the customer's own currency count.
    order({ amount: '15000', currency: 'USD' }),
  ]) {
    expect(await begin(someone, body)).toMatchObject({ refusal: { message } });
  }
  for (const amount of ['1.00', '20000.00']) {
    expect(await begin(someone, await pageOrder(someone, amount))).toMatchObject({ ok: true });
  }
});

test('BUY-03 a customer whose profile is incomplete is refused and told why', async () => {
  const someone = await kopa.person();
  expect(await begin(someone)).toMatchObject({ refusal: { code: 'PROFILE_INCOMPLETE' } });
});

const limits = async (who: Member) => {
  const { data } = await who.must(getKycStatus, {});
  const of = (name: string) =>
    data.kyc_data.find(({ kyc_property }) => kyc_property === `purchases_${name}`)?.kyc_value;
  return [of('left'), of('total'), of('days')];
};

/** A purchase of so much that is paid. */
async function buys(someone: Member, amount: string, currency = 'AUD'): Promise<void> {
  const reply = await begin(someone, await pageOrder(someone, amount, currency));
  if (!reply.ok) throw new Error(reply.refusal.message);
  await kopa.decidesCard(reply.value.data.checkout.token, 'success');
  await record(someone, reply.value.data.tracking_id);
}

test('SPEC-05 whoever is not approved buys for so much within thirty days, also by presses at one moment, and reads it before', async () => {
  const someone = await buyer();
  expect(await limits(someone)).toEqual(['1000', '1000', '30']);
  for (const amount of ['190.00', '200.00', '200.00']) await buys(someone, amount);
  expect(await limits(someone)).toEqual(['410', '1000', '30']);
  // What is paid in another currency counts by its worth.
  await buys(someone, '100.00', 'USD');
  const [left = ''] = await limits(someone);
  expect(Number(left)).toBeGreaterThan(240);
  expect(Number(left)).toBeLessThan(260);
  // A payment that is still open may be paid.
  const small = await pageOrder(someone, '150.00');
  const presses = await Promise.all(Array.from({ length: 5 }, () => begin(someone, small)));
  expect(presses.filter(({ ok }) => ok)).toHaveLength(1);
  expect(presses.filter(({ ok }) => !ok)).toMatchObject(
    Array.from({ length: 4 }, () => ({ refusal: { code: 'VERIFICATION_REQUIRED' } })),
  );
  await kopa.db
    .updateTable('purchases')
    .set({ created_at: new Date(kopa.clock.now() - 31 * 24 * 3_600_000) })
    .where('user_id', '=', someone.id)
    .execute();
  await buys(someone, '200.00');
  expect(await limits(someone)).toEqual(['800', '1000', '30']);
  await kopa.sandbox.kyc(someone.email, 'approved');
  expect(await limits(someone)).toEqual([undefined, undefined, undefined]);
  for (let paid = 0; paid < 5; paid++) await buys(someone, '200.00');
});

test('SPEC-05 whoever the identity check rejected buys nothing, however little', async () => {
  const someone = await buyer();
  await kopa.sandbox.kyc(someone.email, 'rejected');
  for (const amount of ['1.00', '190.00']) {
    expect(await begin(someone, await pageOrder(someone, amount))).toMatchObject({
      refusal: { code: 'VERIFICATION_REQUIRED', rejected: true },
    });
  }
});

test('SPEC-05 what is paid after the identity check has rejected its buyer buys nothing and goes back', async () => {
  const someone = await buyer();
  const reply = await begin(someone, await pageOrder(someone, '100.00'));
  if (!reply.ok) throw new Error(reply.refusal.message);
  const { tracking_id: id, checkout } = reply.value.data;
  await kopa.sandbox.kyc(someone.email, 'rejected');
  await kopa.decidesCard(checkout.token, 'success');
  expect(await settlePurchase(kopa.deps, id)).toMatch(/^refund(ing|ed)$/);
  await sendDue(kopa.deps);
  const mails = await kopa.sandbox.inbox(someone.email);
  const back = mails.find(({ subject }) => subject === 'Your card payment goes back to your card');
  expect(back?.text).toContain('Nothing was bought for your payment of');
});

test('BUY-04 above 200 the identity check must be approved', async () => {
  const someone = await buyer();
  const large = order({ crypto_value: '0.002', amount: '325' });
  expect(await begin(someone, large)).toMatchObject({
    refusal: { code: 'VERIFICATION_REQUIRED' },
  });
  await kopa.sandbox.kyc(someone.email, 'rejected');
  expect(await begin(someone, large)).toMatchObject({
    refusal: {
      rejected: true,
      message: 'Your account verification was rejected. Please contact support for assistance.',
    },
  });
  await kopa.sandbox.kyc(someone.email, 'approved');
  expect(await begin(someone, large)).toMatchObject({ ok: true });
});

test('HARD-31 BUY-09 a payment returns to this server’s public address, whatever the caller names', async () => {
  const someone = await buyer();
  for (const url of ['https://evil.example/success', '//evil.example', '/wallet', 'javascript:1']) {
    const urls = { success_url: url, decline_url: url, fail_url: url, cancel_url: url };
    const reply = await someone.call(initTransaction, order(urls), {
      headers: { origin: kopa.url },
    });
    if (!reply.ok) throw new Error(reply.refusal.message);
    const { location } = Object.fromEntries(
      (await kopa.decidesCard(reply.value.data.checkout.token, 'cancelled')).headers,
    );
    expect(location).toBe(`${kopa.deps.config.publicUrl}/cancel`);
  }
});

test('D30 the test flag must match the payment system', async () => {
  const someone = await buyer();
  expect(await begin(someone, order({ payment_test_env: false }))).toMatchObject({
    refusal: { message: 'Payment system not ready. Please refresh the page.' },
  });
});

const card = (token: string, number: string) =>
  fetch(`${kopa.url}/sandbox/pay/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ card: number }),
    redirect: 'manual',
  });

const notify = async (id: string, forged = false): Promise<number> => {
  const notice = await sandboxNotice(kopa.db, id);
  if (!notice) throw new Error('the sandbox knows no such purchase');
  const { body, signature } = notice;
  const headers = { 'x-sandbox-signature': forged ? '00'.repeat(32) : signature };
  const url = `${kopa.url}/webhooks/payment`;
  return (await fetch(url, { method: 'POST', body, headers })).status;
};

const unseen = async (who: Member) => (await who.must(getPurchases, {})).data.purchases;

test('BUY-05 the sandbox’s test cards pay, fail, are declined and give no answer', async () => {
  const ends: unknown[] = [];
  for (const number of [
    '4242 4242 4242 4242',
    '4000 0000 0000 0119',
    '4000 0000 0000 0002',
    '4000 0000 0000 3220',
  ]) {
    const someone = await buyer();
    const { tracking_id, checkout } = await begun(someone);
    const paid = await card(checkout.token, number);
    const reply = await record(someone, tracking_id);
    ends.push([
      URL.parse(paid.headers.get('location') ?? '')?.pathname,
      reply.ok && reply.value.data.status,
    ]);
  }
  expect(ends).toEqual([
    ['/success', 'success'],
    ['/fail', 'failed'],
    ['/decline', 'declined'],
    [undefined, 'unknown'],
  ]);
});

test('OPS-01 a notice of a purchase that the books do not know is not acknowledged, set aside and told once', async () => {
  const { tracking_id: lost } = await begun(await buyer());
  // As after a restore: the provider knows what the books have lost.
  await kopa.db.deleteFrom('purchases').where('id', '=', lost).execute();
  for (let copy = 0; copy < 3; copy++) expect(await notify(lost)).toBe(503);
  kopa.clock.advance(61_000);
  expect(await notify(lost)).toBe(503);
  const told = kopa.log.filter((line) => line.includes('unknown purchase'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(lost);
  expect(await unknownPurchases(kopa.db)).toEqual([{ about: lost }]);
});

test('BEY-17 a notice credits a purchase whose page never came back, however often and late it comes', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  expect(await notify(tracking_id)).toBe(204);
  expect(await unseen(someone)).toMatchObject([{ transaction_id: tracking_id, status: 'pending' }]);
  await kopa.decidesCard(checkout.token, 'success');
  kopa.clock.advance(61_000);
  expect(await notify(tracking_id, true)).toBe(401);
  expect(await bought(someone)).toEqual([]);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => notify(tracking_id)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect(await bought(someone)).toHaveLength(1);
  expect(await record(someone, tracking_id)).toMatchObject({
    value: { data: { status: 'success' } },
  });
  expect(await notify(tracking_id)).toBe(204);
  expect(await bought(someone)).toHaveLength(1);
  expect(await unseen(someone)).toMatchObject([
    { transaction_id: tracking_id, status: 'success', crypto_value: '0.001', amount: '162.45' },
  ]);
});

test('BEY-17 a purchase that nobody reports is asked about, by any process and after any restart', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  await kopa.decidesCard(checkout.token, 'success');
  expect(await bought(someone)).toEqual([]);
  kopa.clock.advance(21_000);
  await Promise.all(Array.from({ length: 5 }, () => reconcilePurchases(kopa.deps)));
  expect(await bought(someone)).toHaveLength(1);
  expect(await unseen(someone)).toMatchObject([{ transaction_id: tracking_id, status: 'success' }]);
});

test('BEY-17 an open purchase is asked about again and again, ever less often', async () => {
  const someone = await buyer();
  const { tracking_id } = await begun(someone);
  const { deps } = kopa;
  /** The least and the most seconds from a moment of the reconciliation to the next question. */
  const pause = async () => {
    const before = deps.clock.now();
    await reconcilePurchases(deps);
    const after = deps.clock.now();
    const { next_check_at: next } = await deps.db
      .selectFrom('purchases')
      .select('next_check_at')
      .where('id', '=', tracking_id)
      .executeTakeFirstOrThrow();
    return [(next.getTime() - after) / 1_000, (next.getTime() - before) / 1_000] as const;
  };
  deps.clock.advance(21_000);
  const [least, most] = await pause();
  expect(least).toBeLessThan(15.01);
  expect(most).toBeGreaterThan(14.99);
  deps.clock.advance(3_600_000);
  const [later] = await pause();
  expect(later).toBeGreaterThan(800);
});

test('BEY-17 a server that is stopping leaves what it has not asked about for others to take at once', async () => {
  // What other tests left open is not due meanwhile.
  await kopa.db
    .updateTable('purchases')
    .set({ next_check_at: kopa.clock.sqlIn(3_600) })
    .execute();
  const people = await Promise.all(Array.from({ length: 3 }, () => buyer()));
  for (const someone of people) {
    const { checkout } = await begun(someone);
    await kopa.decidesCard(checkout.token, 'success');
  }
  const recorded = async () => (await Promise.all(people.map(bought))).flat();
  const stopping = new AbortController();
  const { payment } = kopa.deps.parties;
  const outcome: typeof payment.outcome = (token) => {
    stopping.abort();
    return payment.outcome(token);
  };
  const parties = { ...kopa.deps.parties, payment: { ...payment, outcome } };
  kopa.clock.advance(21_000);
  await reconcilePurchases({ ...kopa.deps, parties }, stopping.signal);
  expect(await recorded()).toHaveLength(1);
  await reconcilePurchases(kopa.deps);
  expect(await recorded()).toHaveLength(3);
});

test('BEY-17 page, notice and reconciliation at the same moment credit a purchase once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => buyer()));
  for (const someone of people) {
    const { tracking_id, checkout } = await begun(someone);
    await kopa.decidesCard(checkout.token, 'success');
    kopa.clock.advance(21_000);
    await Promise.all([
      record(someone, tracking_id),
      notify(tracking_id),
      reconcilePurchases(kopa.deps),
      record(someone, tracking_id),
    ]);
    expect(await bought(someone)).toHaveLength(1);
  }
});

test('BEY-17 a card that works after a declined one is credited, whatever was recorded before', async () => {
  const someone = await buyer();
  const { tracking_id } = await begun(someone);
  const as = (outcome: 'declined' | 'success' | 'cancelled') =>
    inTransaction(kopa.db, (tx) =>
      recordPurchase(kopa.deps, tx, { id: tracking_id, userId: someone.id }, { status: outcome }),
    );
  expect(await as('declined')).toBe('declined');
  expect(await as('cancelled')).toBe('declined');
  expect(await as('success')).toBe('success');
  expect(await as('declined')).toBe('success');
  expect(await bought(someone)).toHaveLength(1);
});

/** A purchase that ended in this way; asked again later, the provider says that it was paid. */
async function paidAfterAll(status: 'cancelled' | 'declined' | 'failed') {
  const { deps } = kopa;
  const someone = await buyer();
  const { tracking_id: id, checkout } = await begun(someone);
  await inTransaction(deps.db, (tx) =>
    recordPurchase(deps, tx, { id, userId: someone.id }, { status }),
  );
  const { payment } = deps.parties;
  let asked = 0;
  const outcome: typeof payment.outcome = async (token) => {
    if (token !== checkout.token) return payment.outcome(token);
    asked++;
    return { status: asked > 1 ? 'success' : status };
  };
  const parties = { ...deps.parties, payment: { ...payment, outcome } };
  const read = () =>
    deps.db
      .selectFrom('purchases')
      .leftJoin('journals', (join) => join.on('journals.reference', '=', `purchase:${id}`))
      .where('purchases.id', '=', id)
      .select(['status', 'seen_at', 'journals.id as credited'])
      .execute();
  return {
    read,
    asked: () => asked,
    after: async (seconds: number) => {
      deps.clock.advance(seconds * 1_000);
      await reconcilePurchases({ ...deps, parties });
    },
  };
}

test('BEY-17 a payment that goes through after it was given up is found, and credited once', async () => {
  for (const status of ['cancelled', 'declined', 'failed'] as const) {
    const { read, asked, after } = await paidAfterAll(status);
    await after(60);
    expect(await read()).toMatchObject([{ status, credited: null }]);
    // Such a payment hardly ever goes through, so it is asked about rarely.
    await after(540);
    expect(asked()).toBe(1);
    await after(60);
    expect(await read()).toMatchObject([
      { status: 'success', credited: expect.any(String), seen_at: null },
    ]);
    await after(3_600);
    expect(asked()).toBe(2);
    expect(await read()).toHaveLength(1);
  }
});

test('BEY-17 a customer who comes back to a payment that was given up but went through is told so at once', async () => {
  const { deps } = kopa;
  const someone = await buyer();
  const { tracking_id: id } = await begun(someone);
  await inTransaction(deps.db, (tx) =>
    recordPurchase(deps, tx, { id, userId: someone.id }, { status: 'cancelled' }),
  );
  const outcome = vi.spyOn(deps.parties.payment, 'outcome');
  const told = async (says: 'pending' | 'unknown' | 'success' | undefined) => {
    outcome.mockResolvedValue(says && { status: says });
    const reply = await record(someone, id);
    return reply.ok ? reply.value.data.status : reply.refusal.code;
  };
  // Only the payment itself replaces the outcome that was heard before.
  for (const says of [undefined, 'pending', 'unknown'] as const) {
    expect(await told(says)).toBe('cancelled');
  }
  expect(await told('success')).toBe('success');
  outcome.mockRestore();
  expect(await bought(someone)).toHaveLength(1);
});

test('BEY-17 a payment that was given up is no longer asked about a day after it was begun', async () => {
  const { asked, after } = await paidAfterAll('cancelled');
  await after(86_401);
  expect(asked()).toBe(0);
});

test('BEY-17 an outcome that the buyer has seen is not shown again; an open purchase cannot be marked as seen', async () => {
  const [someone, other] = [await buyer(), await buyer()];
  const { tracking_id, checkout } = await begun(someone);
  const see = (who: Member) => who.call(seePurchase, { transaction_id: tracking_id });
  expect(await see(someone)).toMatchObject({ ok: true });
  expect(await unseen(someone)).toHaveLength(1);
  await kopa.decidesCard(checkout.token, 'declined');
  await record(someone, tracking_id);
  expect(await unseen(other)).toEqual([]);
  expect(await see(other)).toMatchObject({ status: 404 });
  expect(await unseen(someone)).toMatchObject([{ status: 'declined' }]);
  const notices = async () => {
    const request = { after: new Date(0).toISOString() };
    const { data } = await someone.must(listNotices, request);
    return data.map(({ text }) => text);
  };
  expect(await notices()).toEqual(['Your purchase of Bitcoin did not go through.']);
  await see(someone);
  expect(await unseen(someone)).toEqual([]);
  // An outcome that was seen on the page does not pop up half a minute later.
  expect(await notices()).toEqual([]);
});

test('BEY-01 the same checkout twice is one purchase; other details under its key are refused', async () => {
  const someone = await buyer();
  const key = newKey();
  const first = await begin(someone, order(), key);
  expect(await begin(someone, order(), key)).toEqual(first);
  expect(await begin(someone, order({ amount: '163' }), key)).toMatchObject({ status: 409 });
  expect(await unseen(someone)).toHaveLength(1);
});

test('D30 the page is told whether the payment form is the sandbox’s own', async () => {
  const someone = await buyer();
  expect((await someone.must(getPurchases, {})).data.payment_test_env).toBe(true);
});

test('BUY-01 the smallest and the largest purchase of every asset are accepted at the price this server quotes', async () => {
  for (const market of ['USD', 'EUR', 'AUD'] as const) {
    const someone = await buyer({ market });
    await kopa.sandbox.kyc(someone.email, 'approved');
    for (const asset of offeredAssets(market)) {
      for (const amount of ['1.00', '20000.00']) {
        const body = await pageOrder(someone, amount, market, asset);
        expect(await begin(someone, body), `${asset.code} ${market} ${amount}`).toMatchObject({
          ok: true,
        });
      }
    }
  }
});
