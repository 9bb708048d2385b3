import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { getPurchases, initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { decideCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import {
  reconcilePurchases,
  settlePurchase,
} from '#server/services/money-in/purchases/settle-purchases.ts';
import {
  closePurchase,
  refundOpenPurchase,
} from '#server/services/money-in/purchases/stuck-purchase.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ prices: { BTC: '100000', USDC: '1' } });
afterEach(() => vi.restoreAllMocks());

async function customer(): Promise<Member> {
  const someone = await kopa.customer({ market: 'USD' });
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await someone.must(updateProfile, profile);
  return someone;
}

/** Pays with a card that bears a name; `-`: with one that bears none. */
async function pay({ credential }: Member, holder: string, amount = '100.00') {
  const order = await marketOrder(kopa.api, credential, amount, 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const { data } = await kopa.api.must(
    initTransaction,
    { ...order, ...urls, payment_test_env: true },
    { credential, idempotencyKey: newKey() },
  );
  const body = new URLSearchParams({ outcome: 'success', holder });
  const page = `${kopa.url}/sandbox/pay/${data.checkout.token}`;
  await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return { id: data.tracking_id, order };
}

const record = async ({ credential }: Member, { id, order }: Awaited<ReturnType<typeof pay>>) => {
  const asked = { transaction_id: id, ...order, device_type: 'x', status: 'success' } as const;
  const options = { credential, idempotencyKey: newKey() };
  return (await kopa.api.must(insertTransaction, asked, options)).data;
};

const historyOf = (who: Member) => who.must(getTransactionHistory, {});
const stateOf = (id: string) =>
  kopa.db
    .selectFrom('purchases')
    .select(['status', 'card_match', 'returned_for'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const casesOf = async ({ email }: Member, officer: Member) => {
  const { data } = await officer.must(listCases, {});
  return data.filter(({ kind, customer: whose }) => kind === 'card-holder' && whose === email);
};

test.each([
  ['MR TEST PERSON', 'same'],
  ['PERSON/TEST', 'same'],
])('SPEC-06 a payment by a card that says %s buys at once', async (holder, match) => {
  const someone = await customer();
  const paid = await pay(someone, holder);
  expect(await record(someone, paid)).toMatchObject({ status: 'success' });
  expect(await stateOf(paid.id)).toMatchObject({ status: 'success', card_match: match });
});

test('SPEC-06 a payment by somebody else’s card buys nothing, goes back to it once, and its customer reads why', async () => {
  for (const holder of ['Somebody Else', 'Test Person Pty Ltd']) {
    const someone = await customer();
    const paid = await pay(someone, holder);
    expect(await record(someone, paid)).toMatchObject({
      status: 'failed',
      refund: 'under-way',
      returned_for: 'another-name',
    });
    await reconcilePurchases(kopa.deps);
    expect(await stateOf(paid.id)).toMatchObject({ status: 'refunded' });
    // Asked again, nothing more happens.
    await settlePurchase(kopa.deps, paid.id);
    const { data, failed_payments: failed } = await historyOf(someone);
    expect(data).toEqual([]);
    expect(failed).toMatchObject([{ reason: 'refunded', returned_for: 'another-name' }]);
    const mails = await kopa.sandbox.inbox(someone.email);
    const told = mails.filter(
      ({ subject }) => subject === 'Your card payment goes back to your card',
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('a card in another name than yours');
    expect(await casesOf(someone, await kopa.officer())).toEqual([]);
  }
});

test('SPEC-06 a payment by a card in nearly the customer’s name waits at the desk, and is theirs or goes back', async () => {
  for (const [decision, ends, entries] of [
    ['theirs', 'success', 1],
    ['not-theirs', 'refunded', 0],
  ] as const) {
    const someone = await customer();
    const officer = await kopa.officer();
    const paid = await pay(someone, 'Test Persan');
    // The page and the loop ask at one moment: it is one case, and nothing moves.
    await Promise.all([record(someone, paid), settlePurchase(kopa.deps, paid.id)]);
    expect(await record(someone, paid)).toMatchObject({ status: 'unknown' });
    const { data: unseen } = await someone.must(getPurchases, {});
    expect(unseen.purchases).toMatchObject([{ status: 'pending', checking: true }]);
    const cases = await casesOf(someone, officer);
    expect(cases).toMatchObject([{ id: paid.id, title: 'A card in nearly the customer’s name' }]);
    const which = { kind: 'card-holder', id: paid.id } as const;
    const { data: shown } = await officer.must(getCase, which);
    expect(shown.facts).toContainEqual({ label: 'Name on the card', value: 'Test Persan' });
    await officer.must(decideCase, { ...which, decision, reason: 'Seen the card' });
    await reconcilePurchases(kopa.deps);
    await reconcilePurchases(kopa.deps);
    expect((await stateOf(paid.id)).status).toBe(ends);
    expect((await historyOf(someone)).data).toHaveLength(entries);
    expect(await casesOf(someone, officer)).toEqual([]);
  }
});

test('SPEC-06 a payment that waits for its card’s name and goes back by an officer is no case any more', async () => {
  const someone = await customer();
  const officer = await kopa.officer();
  const paid = await pay(someone, 'Test Persan');
  expect(await record(someone, paid)).toMatchObject({ status: 'unknown' });
  expect(await casesOf(someone, officer)).toHaveLength(1);
  const { deps } = kopa;
  expect(await inTransaction(deps.db, (tx) => refundOpenPurchase(deps, tx, paid.id))).toBe(true);
  expect(await casesOf(someone, officer)).toEqual([]);
  await reconcilePurchases(deps);
  await reconcilePurchases(deps);
  expect((await stateOf(paid.id)).status).toBe('refunded');
});

test('SPEC-06 a document’s name counts beside the one that was typed', async () => {
  const someone = await customer();
  await kopa.sandbox.kyc(someone.email, 'approved', undefined, {
    ...{ first: 'Test Maria', last: 'Person', born: '1990-01-01', country: 'US' },
  });
  const paid = await pay(someone, 'TEST MARIA PERSON');
  expect(await record(someone, paid)).toMatchObject({ status: 'success' });
});

test('SPEC-06 cards without a name that pay so much within thirty days are one case, also at one moment', async () => {
  const someone = await customer();
  const officer = await kopa.officer();
  const first = await pay(someone, '-', '900.00');
  await settlePurchase(kopa.deps, first.id);
  expect(await stateOf(first.id)).toMatchObject({ status: 'success', card_match: 'unnamed' });
  expect(await casesOf(someone, officer)).toEqual([]);
  const one = await pay(someone, 'CARDHOLDER', '60.00');
  await settlePurchase(kopa.deps, one.id);
  const other = await pay(someone, '-', '60.00');
  await Promise.all([settlePurchase(kopa.deps, other.id), record(someone, other)]);
  expect(await casesOf(someone, officer)).toMatchObject([
    { id: other.id, title: 'Cards without a name have paid much' },
  ]);
  await settlePurchase(kopa.deps, (await pay(someone, '-', '60.00')).id);
  const [found] = await casesOf(someone, officer);
  const asked = { kind: 'card-holder', id: found?.id ?? '', decision: 'close' } as const;
  await officer.must(decideCase, { ...asked, reason: 'A statement shows it' });
  await settlePurchase(kopa.deps, (await pay(someone, '-', '60.00')).id);
  expect(await casesOf(someone, officer)).toEqual([]);
  await settlePurchase(kopa.deps, (await pay(someone, '-', '900.00')).id);
  expect(await casesOf(someone, officer)).toHaveLength(1);
});

test('SPEC-06 after thirty days, what cards without a name have paid counts no more', async () => {
  const someone = await customer();
  const officer = await kopa.officer();
  const before = await pay(someone, '-', '950.00');
  await settlePurchase(kopa.deps, before.id);
  await kopa.db
    .updateTable('purchases')
    .set({ paid_at: new Date(kopa.clock.now() - 31 * 24 * 3600_000) })
    .where('id', '=', before.id)
    .execute();
  await settlePurchase(kopa.deps, (await pay(someone, '-', '60.00')).id);
  expect(await casesOf(someone, officer)).toEqual([]);
});

test('HARD-98 a payment told of late is counted after a case that was made before, and none twice', async () => {
  const someone = await customer();
  const officer = await kopa.officer();
  const { payment } = kopa.deps.parties;
  const outcome = payment.outcome.bind(payment);
  const late = await pay(someone, '-', '990.00');
  const { token: lateToken } = await kopa.db
    .selectFrom('purchases')
    .select('token')
    .where('id', '=', late.id)
    .executeTakeFirstOrThrow();
  const silent = vi
    .spyOn(payment, 'outcome')
    .mockImplementation(async (token) => (token === lateToken ? undefined : outcome(token)));
  const first = await pay(someone, '-', '1010.00');
  await settlePurchase(kopa.deps, first.id);
  const close = async (id: string) => {
    const asked = { kind: 'card-holder', id, decision: 'close', reason: 'Seen the card' } as const;
    await officer.must(decideCase, asked);
  };
  expect(await casesOf(someone, officer)).toMatchObject([{ id: first.id }]);
  await close(first.id);
  // Paid before the case, and the provider tells of it only now.
  const before = new Date(kopa.clock.now() - 3600_000);
  silent.mockRestore();
  vi.spyOn(payment, 'outcome').mockImplementation(async (token) => {
    const heard = await outcome(token);
    return heard && { ...heard, paidAt: before };
  });
  await settlePurchase(kopa.deps, late.id);
  expect(await casesOf(someone, officer)).toEqual([]);
  const last = await pay(someone, '-', '20.00');
  await settlePurchase(kopa.deps, last.id);
  expect(await casesOf(someone, officer)).toMatchObject([{ id: last.id }]);
});

test('HARD-98 a payment with a refund that its provider has not decided buys nothing until that is decided', async () => {
  const { payment } = kopa.deps.parties;
  const outcome = payment.outcome.bind(payment);
  for (const ends of ['success', 'refunded'] as const) {
    const someone = await customer();
    const paid = await pay(someone, 'Test Person');
    const heard = vi.spyOn(payment, 'outcome').mockImplementation(async (token) => {
      const said = await outcome(token);
      return said && { ...said, refundOpen: true };
    });
    expect(await record(someone, paid)).toMatchObject({ status: 'unknown' });
    expect(await settlePurchase(kopa.deps, paid.id)).toBe('pending');
    expect((await historyOf(someone)).data).toEqual([]);
    heard.mockRestore();
    if (ends === 'refunded') {
      await sql`update sandbox_payments set refunds = 1 where tracking_id = ${paid.id}`.execute(
        kopa.db,
      );
    }
    await settlePurchase(kopa.deps, paid.id);
    await settlePurchase(kopa.deps, paid.id);
    expect((await stateOf(paid.id)).status).toBe(ends);
  }
});

test('HARD-98 a payment that waits for its card’s name and is closed as unpaid is no case any more, and one again if it is paid after all', async () => {
  const someone = await customer();
  const officer = await kopa.officer();
  const paid = await pay(someone, 'Test Persan');
  expect(await record(someone, paid)).toMatchObject({ status: 'unknown' });
  const { deps } = kopa;
  expect(await inTransaction(deps.db, (tx) => closePurchase(deps, tx, paid.id, 'Unpaid'))).toBe(
    true,
  );
  expect(await casesOf(someone, officer)).toEqual([]);
  expect((await stateOf(paid.id)).status).toBe('failed');
  await settlePurchase(deps, paid.id);
  expect((await stateOf(paid.id)).status).toBe('unknown');
  expect(await casesOf(someone, officer)).toMatchObject([{ id: paid.id }]);
});

test('HARD-98 a name that a card’s provider leaves out the second time is not forgotten', async () => {
  const someone = await customer();
  const officer = await kopa.officer();
  const paid = await pay(someone, 'Test Persan');
  expect(await record(someone, paid)).toMatchObject({ status: 'unknown' });
  await sql`update sandbox_payments set holder = '' where tracking_id = ${paid.id}`.execute(
    kopa.db,
  );
  await settlePurchase(kopa.deps, paid.id);
  expect((await historyOf(someone)).data).toEqual([]);
  expect(await casesOf(someone, officer)).toHaveLength(1);
});
