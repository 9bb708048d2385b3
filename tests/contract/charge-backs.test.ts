import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { exportEvidence, getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import {
  disputeInSandbox,
  type SandboxDispute,
  sandboxNotice,
} from '#server/adapters/payment/sandbox-payment.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { causeless } from '#server/ledger/causes.ts';
import { postJournal } from '#server/ledger/post.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import {
  cardDifferences,
  readSettlement,
  settlementFindings,
} from '#server/services/money-in/purchases/card-settlements.ts';
import { hearDisputes } from '#server/services/money-in/purchases/charge-backs.ts';
import { followDisputed } from '#server/services/money-in/purchases/follow-disputed.ts';
import { hear } from '#server/services/money-in/purchases/hear-purchase.ts';
import {
  reconcilePurchases,
  settlePurchase,
} from '#server/services/money-in/purchases/settle-purchases.ts';
import { closePurchase } from '#server/services/money-in/purchases/stuck-purchase.ts';
import { askAgain } from '#server/services/operation/webhooks/heed-notice.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ prices: { BTC: '100000', ETH: '4000', USDC: '1' } });
afterEach(async () => {
  // Whatever happened, what was taken back was taken, is owed or is waived, and stands in the books.
  expect(await causeless(kopa.db)).toEqual([]);
});

/** Paid for 0.001 BTC. */
const PAID = '162.45';

const order = {
  ...{ amount: PAID, currency: 'AUD', crypto_value: '0.001', crypto_currency: 'BTC' },
  ...{ usdc: '100', success_url: '/success', decline_url: '/decline', fail_url: '/fail' },
  ...{ cancel_url: '/cancel', payment_test_env: true },
};

/** A purchase whose payment page is decided; it is credited unless the notice of it is `late`. */
async function buys(who: Member, isLate = false): Promise<string> {
  const { data } = await who.must(initTransaction, order);
  await kopa.decidesCard(data.checkout.token, 'success');
  if (!isLate) expect(await settlePurchase(kopa.deps, data.tracking_id)).toBe('success');
  return data.tracking_id;
}

const disputes = (id: string, state: SandboxDispute['state'], more: Partial<SandboxDispute> = {}) =>
  disputeInSandbox(kopa.db, kopa.clock.now, id, {
    ...{ state, cents: 16245n, reason: 'Not recognised' },
    ...more,
  });

/** The provider's signed notice, as it comes by its address; answered with its status. */
async function notices(id: string): Promise<number> {
  // The same notice is heeded once a minute.
  kopa.clock.advance(61_000);
  const notice = await sandboxNotice(kopa.db, id);
  const reply = await fetch(`${kopa.url}/webhooks/payment`, {
    method: 'POST',
    body: notice?.body ?? '',
    headers: { 'x-sandbox-signature': notice?.signature ?? '' },
  });
  return reply.status;
}

async function chargesBack(id: string, more: Partial<SandboxDispute> = {}): Promise<void> {
  await disputes(id, 'taken', more);
  expect(await notices(id)).toBe(204);
}

const owedBy = async (who: Member) => (await who.bank()).owed;
const mailsTo = async ({ email }: Member) => {
  await sendDue(kopa.deps);
  return kopa.sandbox.inbox(email);
};

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const officers = async () => [await kopa.officer(), await kopa.officer()];

async function press(
  id: string,
  decision: CaseDecision,
  by: Member | undefined,
  kind = 'charge-back',
) {
  if (!by) throw new Error('no officer');
  const which = { kind: kind as 'charge-back', id };
  const { data } = await by.must(getCase, which);
  return by.decides(which, decision, { seen: data.seen ?? '' });
}

const rowOf = (id: string) =>
  kopa.db
    .selectFrom('charge_backs')
    .select(['charged', 'owed', 'waived', 'lost'])
    .where('purchase_id', '=', id)
    .executeTakeFirst();

test('HARD-93 a card payment that was taken back is owed, is paid by the next credit of cash, and is told with its reference', async () => {
  const who = await kopa.buyer({ balances: { ETH: '0.05' } });
  const id = await buys(who);
  // What was bought is sold, and the cash spent, before the notice comes.
  await who.swaps('BTC', 'AUD', '0.001');
  await who.swaps('AUD', 'ETH', await who.cash());
  await chargesBack(id);
  expect(await owedBy(who)).toBe(PAID);
  const [mail] = await mailsTo(who);
  expect(mail?.subject).toContain('A card payment was taken back');
  expect(mail?.text).toMatch(/took back AU?\$162\.45 of what was paid for 0\.001 BTC/);
  expect(mail?.text).toContain(id);
  expect(mail?.text).toMatch(/AU?\$162\.45 of it is owed\./);
  expect(mail?.text).toContain('sell something for cash');
  // Some 0.074 ETH are there: this would leave less than what is owed.
  const all = await who.withdraws('ETH', '0.06', ETH);
  expect(all.ok ? '' : all.refusal.message).toMatch(
    /A card payment was taken back after it was spent: AU?\$162\.45 is missing/,
  );
  await who.swaps('ETH', 'AUD', '0.04');
  expect(await owedBy(who)).toBe('0');
  expect(Number(await who.cash())).toBeGreaterThan(0);
  expect(await rowOf(id)).toEqual({ charged: '16245', owed: '0', waived: '0', lost: '0' });
});

test('HARD-93 cash that is there pays at once, and the mail says that nothing is owed', async () => {
  const who = await kopa.buyer({ balances: { AUD: '200' } });
  const id = await buys(who);
  await chargesBack(id);
  expect(await who.cash()).toBe('37.55');
  expect(await owedBy(who)).toBe('0');
  const [mail] = await mailsTo(who);
  expect(mail?.text).toContain('It was deducted from your cash. Nothing is owed.');
});

test('HARD-93 a notice that comes twice, late or before an earlier one, and one that is lost, end alike', async () => {
  const who = await kopa.buyer({ balances: { AUD: '200' } });
  const id = await buys(who);
  // Asked for papers and taken before the first notice comes: both notices find the money taken.
  await disputes(id, 'asked');
  await disputes(id, 'taken');
  expect(await Promise.all([notices(id), notices(id)])).toEqual(expect.arrayContaining([204]));
  expect(await notices(id)).toBe(204);
  await askAgain(kopa.deps);
  expect(await who.cash()).toBe('37.55');
  expect((await rowOf(id))?.charged).toBe('16245');
  // It is won, and no notice says so.
  await disputes(id, 'won');
  await followDisputed(kopa.deps);
  expect(await who.cash(), 'what was taken is back').toBe('200');
  expect(await rowOf(id)).toEqual({ charged: '0', owed: '0', waived: '0', lost: '0' });
  const [mail] = await mailsTo(who);
  expect(mail?.subject).toContain('A dispute about a card payment is over');
  expect(mail?.text).toMatch(/AU?\$162\.45 that we had deducted was given back/);
  // And taken once more, of which only the provider's list tells.
  await disputes(id, 'taken', { cents: 6_000n, isAnother: true });
  await followDisputed(kopa.deps);
  expect(await who.cash()).toBe('140');
});

test('HARD-93 what is withdrawn before it is paid is owed no longer, in part too', async () => {
  const who = await kopa.buyer({ balances: { AUD: '50' } });
  const id = await buys(who);
  await chargesBack(id);
  expect(await owedBy(who)).toBe('112.45');
  // The bank has taken too much: 100 of it stays.
  await chargesBack(id, { cents: 10_000n });
  expect(await owedBy(who)).toBe('50');
  await chargesBack(id, { cents: 3_000n });
  expect(await owedBy(who)).toBe('0');
  expect(await who.cash()).toBe('20');
  await disputes(id, 'withdrawn');
  expect(await notices(id)).toBe(204);
  expect(await who.cash()).toBe('50');
});

test('HARD-93 an inquiry moves nothing and is a case; no forged notice does anything', async () => {
  const who = await kopa.buyer({ balances: { AUD: '200' } });
  const id = await buys(who);
  await disputes(id, 'taken');
  const forged = await fetch(`${kopa.url}/webhooks/payment`, {
    method: 'POST',
    body: JSON.stringify({ transaction: { tracking_id: id } }),
    headers: { 'x-sandbox-signature': '00' },
  });
  expect(forged.status).toBe(401);
  expect(await who.cash()).toBe('200');
  await disputes(id, 'asked');
  expect(await notices(id)).toBe(204);
  expect(await who.cash()).toBe('200');
  expect(await mailsTo(who)).toEqual(
    expect.not.arrayContaining([
      expect.objectContaining({ subject: expect.stringContaining('taken back') }),
    ]),
  );
  const [officer] = await officers();
  const { data } = await kopa.api.must(listCases, {}, officer);
  expect(data.filter(({ kind }) => kind === 'charge-back')).toMatchObject([
    { id, customer: who.email, due_at: expect.any(String) },
  ]);
});

test('HARD-93 a case has its evidence as one export, is closed once, and opens again with news', async () => {
  const who = await kopa.buyer({ balances: { ETH: '1', AUD: '10' } });
  const id = await buys(who);
  expect(await who.withdraws('ETH', '0.1', ETH)).toMatchObject({ ok: true });
  await chargesBack(id);
  const [officer, other] = await officers();
  const { data: text } = await kopa.api.must(exportEvidence, { id }, officer);
  for (const part of [id, PAID, '0.001 BTC', who.email, 'Test Person', ETH, 'Not recognised']) {
    expect(text).toContain(part);
  }
  const plain = await kopa.api.call(exportEvidence, { id, otp: '' }, officer);
  expect(plain, 'it needs a proof of its own').toMatchObject({
    refusal: { code: 'SECOND_FACTOR_REQUIRED' },
  });
  const { rows } = await sql<{ detail: string }>`select detail from audit_log
    where action = 'took evidence'`.execute(kopa.db);
  expect(rows).toHaveLength(1);
  expect(await press(id, 'close', officer)).toMatchObject({ ok: true });
  expect(await press(id, 'close', other), 'decided once').toMatchObject({ ok: false });
  await disputes(id, 'lost');
  await notices(id);
  const open = (await kopa.api.must(listCases, {}, officer)).data;
  expect(open.filter(({ kind }) => kind === 'charge-back')).toHaveLength(1);
  expect(await owedBy(who), 'lost after it was taken: owed once').toBe('152.45');
});

test('HARD-93 two officers say that nothing more is owed; what was won afterwards gives back only what was paid', async () => {
  const who = await kopa.buyer({ balances: { AUD: '10' } });
  const id = await buys(who);
  await chargesBack(id);
  const [one, two] = await officers();
  expect(await press(id, 'waive', one)).toMatchObject({ value: { second: true } });
  expect(await owedBy(who)).toBe('152.45');
  expect(await press(id, 'waive', two)).toMatchObject({ value: { second: false } });
  expect(await owedBy(who)).toBe('0');
  const [mail] = await mailsTo(who);
  expect(mail?.text).toMatch(/You no longer owe AU?\$152\.45 for the purchase/);
  await disputes(id, 'won');
  await notices(id);
  expect(await who.cash()).toBe('10');
  expect(await rowOf(id)).toEqual({ charged: '0', owed: '0', waived: '0', lost: '0' });
});

/** Everything leaves the account, wherever to. */
async function spendAll({ id: userId }: Member): Promise<void> {
  const { db, clock } = kopa.deps;
  const posted = { class: 'manual', kind: 'manual', userId, comment: '' } as const;
  await inTransaction(db, (tx) =>
    postJournal(tx, clock, {
      ...{ ...posted, reference: `spent:${userId}` },
      postings: [
        { account: customer(userId, 'available', 'BTC'), units: -100_000n },
        { account: house('manual', 'BTC'), units: 100_000n },
      ],
    }),
  );
}

test('HARD-93 a closed account owes it, and the same person’s next account once two officers say so; taken back, all goes back', async () => {
  const former = await kopa.buyer();
  const id = await buys(former);
  await spendAll(former);
  await former.must(deleteAccount, { password });
  const again = await kopa.buyer({ balances: { AUD: '100' } });
  await chargesBack(id);
  const [one, two] = await officers();
  const { data } = await kopa.api.must(listCases, {}, one);
  const found = data.find(({ kind }) => kind === 'debt');
  expect(found?.customer).toBe(again.email);
  expect(data.find(({ kind }) => kind === 'charge-back')).toMatchObject({ id, customer: '' });
  expect(await again.cash(), 'nothing is taken before officers decide').toBe('100');
  await press(found?.id ?? '', 'theirs', one, 'debt');
  await press(found?.id ?? '', 'theirs', two, 'debt');
  expect(await again.cash()).toBe('0');
  expect(await owedBy(again)).toBe('62.45');
  await press(found?.id ?? '', 'take-back', one, 'debt');
  await press(found?.id ?? '', 'take-back', two, 'debt');
  expect(await again.cash()).toBe('100');
  expect(await owedBy(again)).toBe('0');
  expect((await rowOf(id))?.owed).toBe('16245');
});

test('HARD-93 what came for a closed account by a payment that was taken back is neither paid out nor refunded, but booked', async () => {
  const who = await kopa.buyer();
  const id = await buys(who, true);
  await sql`update purchases set created_at = created_at - interval '2 days' where id = ${id}`.execute(
    kopa.db,
  );
  await who.must(deleteAccount, { password });
  expect(await settlePurchase(kopa.deps, id)).toBe('success');
  const kept = `card:${id}:BTC`;
  await chargesBack(id);
  const [one, two] = await officers();
  await press(kept, 'refund', one, 'closed-money');
  expect(await press(kept, 'refund', two, 'closed-money')).toMatchObject({ ok: false });
  await press(kept, 'book', one, 'closed-money');
  expect(await press(kept, 'book', two, 'closed-money')).toMatchObject({ ok: true });
  expect(await rowOf(id)).toEqual({ charged: '16245', owed: '0', waived: '16245', lost: '0' });
});

test('HARD-93 what came for a closed account and was booked as ours is not owed once its payment is taken back, and a won dispute gives nothing back', async () => {
  const who = await kopa.buyer();
  const id = await buys(who, true);
  await sql`update purchases set created_at = created_at - interval '2 days' where id = ${id}`.execute(
    kopa.db,
  );
  await who.must(deleteAccount, { password });
  expect(await settlePurchase(kopa.deps, id)).toBe('success');
  const [one, two] = await officers();
  await press(`card:${id}:BTC`, 'book', one, 'closed-money');
  expect(await press(`card:${id}:BTC`, 'book', two, 'closed-money')).toMatchObject({ ok: true });
  await chargesBack(id);
  expect(await rowOf(id)).toEqual({ charged: '16245', owed: '0', waived: '16245', lost: '0' });
  await disputes(id, 'won');
  await notices(id);
  expect(await rowOf(id)).toEqual({ charged: '0', owed: '0', waived: '0', lost: '0' });
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from closed_money`.execute(kopa.db);
  expect(rows, 'nothing more came for it').toEqual([{ count: 1 }]);
});

test('HARD-93 what is given back to a closed account twice, of the same amount, is two cases', async () => {
  const who = await kopa.buyer({ balances: { AUD: '50' } });
  const id = await buys(who);
  await chargesBack(id);
  await spendAll(who);
  await who.must(deleteAccount, { password });
  for (const cents of [4_000n, 3_000n]) await chargesBack(id, { cents });
  const { rows } = await sql<{ units: string }>`select units::text as units from closed_money
    where former_id = ${who.id}`.execute(kopa.db);
  expect(rows).toEqual([{ units: '1000' }, { units: '1000' }]);
});

test('HARD-14 a process whose clock is behind takes the moment of a payment as the provider says it', async () => {
  const id = await buys(await kopa.buyer(), true);
  const purchase = await kopa.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { clock } = kopa.deps;
  const behind = { ...clock, now: () => clock.now() - 600_000 };
  const right = await hear(kopa.deps, purchase);
  expect(right).toMatchObject({ status: 'success', paidAt: expect.any(Date) });
  expect(await hear({ ...kopa.deps, clock: behind }, purchase)).toMatchObject({
    paidAt: typeof right === 'object' ? right.paidAt : undefined,
  });
});

test('HARD-93 an answer about disputes that comes after that to a newer question changes nothing', async () => {
  const who = await kopa.buyer({ balances: { AUD: '200' } });
  const id = await buys(who);
  await disputes(id, 'taken');
  const { payment } = kopa.deps.parties;
  const older = await payment.disputes(id);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: typeof payment = Object.assign(Object.create(payment), {
    disputes: async () => {
      asked.resolve();
      await answered.promise;
      return older;
    },
  });
  const late = hearDisputes({ ...kopa.deps, parties: { ...kopa.deps.parties, payment: slow } }, id);
  await asked.promise;
  await disputes(id, 'withdrawn');
  expect(await hearDisputes(kopa.deps, id)).toBe('followed');
  answered.resolve();
  expect(await late).toBe('followed');
  expect(await who.cash()).toBe('200');
  expect(await rowOf(id)).toMatchObject({ charged: '0', owed: '0' });
});

test('HARD-93 a payment that was taken back before anything was bought buys nothing, and is not refunded as well', async () => {
  const who = await kopa.buyer();
  const id = await buys(who, true);
  await disputes(id, 'taken');
  expect(await notices(id)).toBe(204);
  expect(await rowOf(id)).toMatchObject({ charged: '0', owed: '0', lost: '16245' });
  const { rows } = await sql<{ status: string; refunds: number }>`select status, refunds
    from purchases join sandbox_payments on tracking_id = id where id = ${id}`.execute(kopa.db);
  expect(rows).toEqual([{ status: 'refunded', refunds: 0 }]);
  expect((await rowOf(id))?.owed).toBe('0');
});

test('HARD-93 a payment that is to be refunded and was taken back is refunded only once it is ours again', async () => {
  const who = await kopa.buyer();
  const id = await buys(who, true);
  await sql`update users set kyc_status = 'rejected' where id = ${who.id}`.execute(kopa.db);
  await writeSwitch(kopa.db, 'refunds', 'refused');
  await settlePurchase(kopa.deps, id);
  const statusOf = async () => {
    const { rows } = await sql<{ status: string; refunds: number }>`select status, refunds
      from purchases join sandbox_payments on tracking_id = id where id = ${id}`.execute(kopa.db);
    return rows[0];
  };
  expect(await statusOf()).toEqual({ status: 'refunding', refunds: 0 });
  await writeSwitch(kopa.db, 'refunds', undefined);
  await disputes(id, 'taken');
  await notices(id);
  await reconcilePurchases(kopa.deps);
  expect(await statusOf()).toEqual({ status: 'refunded', refunds: 0 });
  await disputes(id, 'won');
  await notices(id);
  await reconcilePurchases(kopa.deps);
  expect(await statusOf()).toEqual({ status: 'refunded', refunds: 1 });
});

test('HARD-93 what officers gave back another way is not refunded as well once a dispute about it is won', async () => {
  const who = await kopa.buyer();
  const id = await buys(who, true);
  await sql`update users set kyc_status = 'rejected' where id = ${who.id}`.execute(kopa.db);
  await writeSwitch(kopa.db, 'refunds', 'refused');
  await settlePurchase(kopa.deps, id);
  await writeSwitch(kopa.db, 'refunds', undefined);
  await inTransaction(kopa.db, (tx) => closePurchase(kopa.deps, tx, id, 'Paid by hand.'));
  for (const state of ['taken', 'won'] as const) {
    await disputes(id, state);
    await notices(id);
    await reconcilePurchases(kopa.deps);
    const { rows } = await sql<{ status: string; refunds: number }>`select status, refunds
      from purchases join sandbox_payments on tracking_id = id where id = ${id}`.execute(kopa.db);
    expect(rows).toEqual([{ status: 'refunded', refunds: 0 }]);
  }
});

const screenedAs = ({ id }: Member, state: string) =>
  sql`insert into screenings (id, subject, reference, user_id, state, asked_at)
    values (${`customer:${id}`}, 'customer', ${id}, ${id}, ${state}, now())
    on conflict (id) do update set state = excluded.state, due_at = null`.execute(kopa.db);

test('HARD-93 nothing goes back to a customer on a list, until they are cleared', async () => {
  const who = await kopa.buyer({ balances: { AUD: '200' } });
  const id = await buys(who);
  await chargesBack(id);
  await screenedAs(who, 'match');
  await disputes(id, 'won');
  expect(await notices(id), 'the provider is asked to repeat it').toBe(503);
  expect(await who.cash()).toBe('37.55');
  await screenedAs(who, 'released');
  expect(await notices(id)).toBe(204);
  expect(await who.cash()).toBe('200');
});

test('HARD-93 each day’s settlement is compared with house/card, and a difference is told until it is gone', async () => {
  const { deps } = kopa;
  const nextDay = async () => {
    deps.clock.advance(24 * 3_600_000);
    await readSettlement(deps);
  };
  const day = 24 * 3_600_000;
  deps.clock.advance(day - (deps.clock.now() % day) + 7 * 3_600_000);
  // The first one is of yesterday.
  await readSettlement(deps);
  let who = await kopa.buyer({ balances: { AUD: '200' } });
  const id = await buys(who);
  await chargesBack(id, { cents: 10_000n });
  await nextDay();
  expect(await cardDifferences(deps.db)).toEqual([]);
  const seen = await settlementFindings(deps.db, deps.clock.now());
  expect(seen).toEqual([
    expect.stringMatching(
      /^Card settlements until \S+: AUD 62\.45 by the provider, AUD 62\.45 by house\/card, of which AUD 0\.00 is not settled yet\.$/,
    ),
  ]);
  await writeSwitch(deps.db, 'settlement', 'cent');
  who = await who.later(0);
  const other = await buys(who);
  await nextDay();
  expect(await cardDifferences(deps.db)).toMatchObject([
    { kind: 'amount', about: other, settled: 16246n, books: 16245n },
  ]);
  // Each day only what has moved lately is compared again.
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  const now = deps.clock.now();
  expect(await cardDifferences(deps.db, iso(now - 3 * day))).toMatchObject([{ about: other }]);
  expect(await cardDifferences(deps.db, iso(now + 3 * day))).toEqual([]);
  expect(deps.log).toBeDefined();
  expect(kopa.log.some((line) => line.includes('settlement of card payments differs'))).toBe(true);
  // A day that does not come is an alarm as well.
  await writeSwitch(deps.db, 'settlement', 'silent');
  for (let days = 0; days < 5; days++) await nextDay();
  expect(kopa.log.some((line) => line.includes('settlement of card payments overdue'))).toBe(true);
  expect(await settlementFindings(deps.db, deps.clock.now())).toEqual(
    expect.arrayContaining([expect.stringContaining('was not read yet')]),
  );
});

test('HARD-93 what was settled and is not in house/card, and what stands there and is never settled, is told', async () => {
  const { deps } = kopa;
  const day = 24 * 3_600_000;
  deps.clock.advance(day - (deps.clock.now() % day) + 7 * 3_600_000);
  await readSettlement(deps);
  const who = await kopa.buyer();
  const id = await buys(who);
  const token = sql`(select token from purchases where id = ${id})`;
  await sql`update sandbox_payments set paid_at = paid_at - interval '300 days' where token = ${token}`.execute(
    deps.db,
  );
  await sql`insert into sandbox_payments (token, tracking_id, amount, currency, description, return_urls,
      outcome, expires_at, paid_at)
    values ('x', 'unheard-of', '10', 'AUD', '', '{}', 'success', now(), ${new Date(deps.clock.now())})`.execute(
    deps.db,
  );
  for (let days = 0; days < 12; days++) {
    deps.clock.advance(day);
    await readSettlement(deps);
  }
  expect(await cardDifferences(deps.db)).toMatchObject([
    ...[
      { kind: 'lacking', about: id },
      { kind: 'unknown', about: 'unheard-of' },
    ].sort((a, b) => (a.about < b.about ? -1 : 1)),
  ]);
});
