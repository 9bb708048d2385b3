import { TOTP } from 'otpauth';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
  updateProfile,
} from '#core/contract/account/account.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { runOnce } from '#server/platform/operations.ts';
import { leftBehind } from '#server/services/customers/users/erase-account.ts';
import {
  reconcilePurchases,
  settlePurchase,
} from '#server/services/money-in/purchases/settle-purchases.ts';
import { newKey } from '#tests/support/api-client.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ prices: { USDC: '1' } });
beforeEach(async () => {
  await kopa.sandbox.market('BTC', '100000');
  await openRoute(true);
});

const openRoute = (is_active: boolean) =>
  kopa.db
    .updateTable('payment_routes')
    .set({ is_active })
    .where('id', '=', 'btc-bitcoin')
    .execute();

async function buyer(options: PersonOptions = {}): Promise<Member> {
  const someone = await kopa.person(options);
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await someone.must(updateProfile, profile);
  return someone;
}

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const withdraw = (who: Member, more: object = {}, key = newKey()) =>
  who.withdraws('BTC', '0.01', BTC, more, { idempotencyKey: key });

const order = (more: object = {}) => ({
  amount: '100.63',
  currency: 'USD',
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

const begin = (who: Member, more: object = {}, key = newKey()) =>
  who.call(initTransaction, order(more), { idempotencyKey: key });

const quoted = async (who: Member, amount: string) =>
  (
    await who.must(swapCrypto, {
      sourceCurrencyId: 'BTC',
      targetCurrencyId: 'USDC',
      sourceCurrencyAmount: amount,
    })
  ).data;

const available = async ({ id }: Member, code: 'BTC' | 'USDC') =>
  (await readBalances(kopa.db, id)).get(code)?.available;

test('BEY-01 a repeated withdrawal gets its first answer again, though the route has been closed', async () => {
  const someone = await kopa.customer({ balances: { BTC: '1' } });
  const key = newKey();
  const first = await withdraw(someone, {}, key);
  expect(first).toMatchObject({ ok: true });
  await openRoute(false);
  expect(await withdraw(someone, {}, key)).toEqual(first);
  expect(await withdraw(someone)).toMatchObject({
    refusal: { code: 'ROUTE_UNAVAILABLE', message: expect.stringContaining('Payment route') },
  });
  expect(await available(someone, 'BTC')).toBe(98_995_000n);
});

test('BEY-01 a repeated purchase gets its first answer again, though its price is no longer accepted', async () => {
  const someone = await buyer({ market: 'USD' });
  const key = newKey();
  const first = await begin(someone, {}, key);
  expect(first).toMatchObject({ ok: true });
  await kopa.sandbox.market('BTC', '200000');
  expect(await begin(someone, {}, key)).toEqual(first);
  expect(await begin(someone)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
});

test('BEY-03 a withdrawal is refused if its fee is no longer the one that was reviewed', async () => {
  const someone = await kopa.customer({ balances: { BTC: '1' } });
  const fee = (withdrawal_fee: string) =>
    kopa.db
      .updateTable('payment_routes')
      .set({ withdrawal_fee })
      .where('id', '=', 'btc-bitcoin')
      .execute();
  await fee('0.5');
  const key = newKey();
  const changed = await withdraw(someone, { fee: '0.00005' }, key);
  await fee('0.00005');
  expect(changed).toMatchObject({
    refusal: { message: 'The network fee has changed. Please review it again.' },
  });
  expect(await available(someone, 'BTC')).toBe(100_000_000n);
  expect(await withdraw(someone, { fee: '0.000050' }, key)).toMatchObject({ ok: true });
});

test('BEY-01 a key used for one operation is refused for any other, and each customer’s keys are separate', async () => {
  const [someone, other] = [
    await kopa.customer({ balances: { BTC: '1' } }),
    await kopa.customer({ balances: { BTC: '1' } }),
  ];
  const key = newKey();
  expect(await withdraw(someone, {}, key)).toMatchObject({ ok: true });
  const { conversion_quote_id } = await quoted(someone, '0.1');
  const swap = { conversionQuoteId: conversion_quote_id, userId: someone.id };
  const idempotencyKey = key;
  const refused = { status: 409, refusal: { code: 'KEY_CONFLICT' } };
  expect(await someone.call(confirmSwap, swap, { idempotencyKey })).toMatchObject(refused);
  expect(await withdraw(someone, { amount: '0.02' }, key)).toMatchObject(refused);
  expect(await withdraw(someone, { tag: '7' }, key)).toMatchObject(refused);
  expect(await available(someone, 'BTC')).toBe(98_995_000n);
  // The same key of another customer is a different key.
  expect(await withdraw(other, {}, key)).toMatchObject({ ok: true });
});

test('HARD-99 BEY-01 a key used for one operation is refused for another of the same content', async () => {
  const { id: userId } = await kopa.customer();
  const { id: sessionId } = await kopa.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const asked = { userId, sessionId, key: newKey(), path: '/one', request: { amount: '1' } };
  let done = 0;
  const run = (path: string) =>
    runOnce(kopa.deps, { ...asked, path }, async () => ({ done: ++done }));
  expect(await run('/one')).toEqual({ done: 1 });
  expect(await run('/other')).toMatchObject({ refusal: { code: 'KEY_CONFLICT' } });
  expect(await run('/one')).toEqual({ done: 1 });
});

test('BEY-10 repeating a withdrawal that was made gives back no attempts at the second factor', async () => {
  const someone = await kopa.customer({ balances: { BTC: '1' } });
  const { clock } = kopa.deps;
  const { data } = await someone.must(generateTwoFactorSecret, {});
  const code = () => {
    clock.advance(30_000 - (clock.now() % 30_000) + 500);
    return new TOTP({ secret: data.base32 }).generate({ timestamp: clock.now() });
  };
  const setUp = { security_key: data.base32, otp: code(), password };
  await someone.must(enableTwoFactor, setUp);
  await kopa.db
    .updateTable('users')
    .set({ withdrawals_held_until: null })
    .where('id', '=', someone.id)
    .execute();
  const key = newKey();
  expect(await withdraw(someone, { otp: code() }, key)).toMatchObject({ ok: true });
  const answers: string[] = [];
  for (let i = 0; i < 8; i++) {
    const guess = await withdraw(someone, { otp: '000000' });
    answers.push(guess.ok ? 'ok' : guess.refusal.code);
    expect(await withdraw(someone, { otp: '000000' }, key)).toMatchObject({ ok: true });
  }
  expect(answers.filter((answer) => answer === 'INVALID_CODE')).toHaveLength(5);
  expect(answers.slice(5)).toEqual(['TOO_MANY', 'TOO_MANY', 'TOO_MANY']);
});

test('BUY-02 even at the lowest accepted price, a purchase costs more than selling it at once brings in', async () => {
  const someone = await buyer({ market: 'USD' });
  const { target_currency_amount } = await quoted(someone, '0.001');
  const proceeds = parseUnits(target_currency_amount, 6) ?? 0n;
  let cheapest: bigint | undefined;
  for (let cents = 9_990n; cents <= 10_070n && cheapest === undefined; cents += 4n) {
    const reply = await begin(someone, {
      amount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
    });
    if (reply.ok) cheapest = cents;
  }
  expect((cheapest ?? 0n) * 10_000n).toBeGreaterThan(proceeds);
});

test('BUY-02 amounts beyond any card and any supply are refused as invalid', async () => {
  const someone = await buyer({ market: 'USD' });
  await kopa.sandbox.kyc(someone.email, 'approved');
  for (const [amount, crypto_value] of [
    [`9${'0'.repeat(36)}`, `8${'0'.repeat(30)}`],
    [`9${'0'.repeat(39)}`, `8${'0'.repeat(31)}`],
    ['2000000000', '1'],
  ]) {
    expect(await begin(someone, { amount, crypto_value })).toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: 'Please enter a valid amount' },
    });
  }
});

test('BUY-04 paying in another currency does not get around the verification threshold', async () => {
  const someone = await buyer({ market: 'AUD' });
  expect(await begin(someone, { amount: '190', crypto_value: '0.0018' })).toMatchObject({
    refusal: { code: 'VERIFICATION_REQUIRED' },
  });
  expect(await begin(someone)).toMatchObject({ ok: true });
});

test('BUY-05 a price is held only briefly: a payment page that is paid too late takes nothing', async () => {
  const someone = await buyer({ market: 'USD' });
  const reply = await begin(someone);
  if (!reply.ok) throw new Error(reply.refusal.message);
  const { tracking_id, checkout } = reply.value.data;
  kopa.clock.advance(15 * 60_000 + 1);
  const paid = await kopa.decidesCard(checkout.token, 'success');
  expect(paid.headers.get('location')).toBe(`${kopa.deps.config.publicUrl}/cancel`);
  await reconcilePurchases(kopa.deps);
  expect(
    await kopa.db
      .selectFrom('purchases')
      .select('status')
      .where('id', '=', tracking_id)
      .executeTakeFirst(),
  ).toEqual({ status: 'cancelled' });
  expect(await available(someone, 'BTC')).toBe(0n);
});

test('SEC-05 an account is not deleted while the provider may still report its purchase as paid', async () => {
  const someone = await buyer({ market: 'USD' });
  const reply = await begin(someone);
  if (!reply.ok) throw new Error(reply.refusal.message);
  await kopa.db
    .updateTable('purchases')
    .set({ status: 'unknown' })
    .where('user_id', '=', someone.id)
    .execute();
  expect(await someone.call(deleteAccount, { password })).toMatchObject({
    ok: false,
    refusal: { code: 'BALANCE_NOT_EMPTY' },
  });
});

test('SEC-05 an account that is deleted while its payment page is being opened is left without a purchase', async () => {
  const someone = await buyer({ market: 'USD' });
  const { payment } = kopa.deps.parties;
  const open = payment.open.bind(payment);
  let deleted: unknown;
  const opening = vi.spyOn(payment, 'open').mockImplementation(async (checkout) => {
    deleted = await someone.call(deleteAccount, { password });
    return open(checkout);
  });
  const reply = await begin(someone);
  opening.mockRestore();
  expect(deleted).toMatchObject({ ok: true });
  expect(reply).toMatchObject({ status: 404 });
  expect(
    await kopa.db.selectFrom('purchases').selectAll().where('user_id', '=', someone.id).execute(),
  ).toEqual([]);
});

test('SEC-05 HARD-51 a purchase of a deleted account that turns out to be paid is a case for two officers, and told', async () => {
  const someone = await buyer({ market: 'USD' });
  const reply = await begin(someone);
  if (!reply.ok) throw new Error(reply.refusal.message);
  const { tracking_id, checkout } = reply.value.data;
  const { db, parties } = kopa.deps;
  await db
    .updateTable('purchases')
    .set({ status: 'declined' })
    .where('id', '=', tracking_id)
    .execute();
  expect(await someone.call(deleteAccount, { password })).toMatchObject({
    ok: true,
  });
  expect(await leftBehind(db)).toEqual([]);
  const mails = await db.selectFrom('mail_outbox').select('id').execute();

  const paying = vi.spyOn(parties.payment, 'outcome').mockResolvedValue({ status: 'success' });
  expect(await settlePurchase(kopa.deps, tracking_id)).toBe('success');
  expect(paying).toHaveBeenCalledExactlyOnceWith(checkout.token);
  paying.mockRestore();
  expect(await available(someone, 'BTC')).toBe(0n);
  expect(await leftBehind(db)).toEqual([]);
  const [kept] = await db.selectFrom('closed_money').selectAll().execute();
  expect(kept).toMatchObject({ former_id: someone.id, cause: 'card', about: tracking_id });
  expect(kept?.told).toBe(true);
  expect(kopa.log.some((line) => line.includes('"money came for a closed account"'))).toBe(true);
  // One mail, to the address that the archive has.
  const now = await db.selectFrom('mail_outbox').select('id').execute();
  expect(now.length).toBe(mails.length + 1);
});

test('BEY-14 where the network’s addresses are case-sensitive, one in another case is another address', async () => {
  const someone = await kopa.customer({ balances: { SOL: '5' } });
  const known = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
  const save = {
    id: newKey(),
    user_id: someone.id,
    kind: 'crypto',
    label: 'Mine',
    currency: 'SOL',
    network: 'Solana',
    address: known,
    tag: '',
    holder: '',
    iban: '',
    bsb: '',
    account_number: '',
    created_at: kopa.clock.sqlIn(-24 * 3600),
  } as const;
  await kopa.db.insertInto('saved_addresses').values(save).execute();
  const ask = async (cryptoAddress: string) =>
    (await someone.must(checkWithdrawalAddress, { paymentRouteId: 'sol-solana', cryptoAddress }))
      .data;
  expect(await ask(known)).toEqual({ known: 'saved', label: 'Mine', neverSent: true });
  expect(await ask(known.replace('gt6', 'gT6'))).toMatchObject({
    known: 'new',
    lookalike: { label: 'Mine' },
  });
});
