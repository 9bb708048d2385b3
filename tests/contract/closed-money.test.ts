import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { deleteAccount, getRemainder, updateProfile } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import {
  decideCase,
  exportRegister,
  getCase,
  listCases,
  readArchive,
} from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { type PayeePlan, writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import { causeless } from '#server/ledger/causes.ts';
import { violations } from '#server/ledger/invariants.ts';
import { sweep } from '#server/platform/sweep.ts';
import { advanceEndings } from '#server/services/customers/endings/endings-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import {
  bookClosedMoney,
  closedMoneyLoop,
  lockOpen,
} from '#server/services/money-in/closed-money/closed-money.ts';
import { takeDeposit } from '#server/services/money-in/deposits/custodian-deposits.ts';
import {
  reconcilePurchases,
  settlePurchase,
} from '#server/services/money-in/purchases/settle-purchases.ts';
import {
  complete,
  markBroadcast,
  takeBack,
} from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { readWaiting } from '#server/services/operation/watch/waiting.ts';
import { watchQueues } from '#server/services/operation/watch/watch.ts';
import { readPositions } from '#server/services/records/position/position.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

let officer: Member;
let other: Member;
const kopa = world();
beforeEach(async () => {
  officer = await kopa.officer();
  other = await kopa.officer();
});

const ACCOUNT = '062-000 87654321';

/** A customer whose only money is on its way to their bank, which has it by now. */
async function paidOut(amount = '100'): Promise<{ readonly who: Member; readonly id: string }> {
  const who = await kopa.customer({ balances: { AUD: `${amount}.5` } });
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const { data: saved } = await who.must(saveAddress, {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Test Person',
    ...account,
  });
  const { data } = await kopa.api.must(
    createPayout,
    { amount, address_id: saved.address_id, fee: '0.5', password },
    { ...who, idempotencyKey: newKey() },
  );
  await markBroadcast(kopa.deps, data.withdrawal_id, 'hash', 9_000);
  await complete(kopa.deps, data.withdrawal_id, 'hash');
  return { who, id: data.withdrawal_id };
}

/** The same, closed and then returned by the bank. */
async function returned(amount?: string) {
  const { who, id } = await paidOut(amount);
  await who.must(deleteAccount, { password });
  expect(await takeBack(kopa.deps, id, 'refused')).toBe('taken');
  return { who, id, which: { kind: 'closed-money', id: `payout:${id}:AUD` } as const };
}

const balances = async ({ id }: Member) => {
  const rows = await kopa.db
    .selectFrom('accounts')
    .select(['kind', 'currency', sql<string>`balance::text`.as('units')])
    .where('owner', '=', id)
    .where('balance', '>', '0')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, currency, units }) => `${kind} ${units} ${currency}`);
};

interface Which {
  readonly kind: 'closed-money';
  readonly id: string;
}
interface More {
  readonly to?: { readonly account: string; readonly network?: string };
}

const decide = (by: Member, which: Which, decision: CaseDecision, more: More = {}) =>
  by.call(decideCase, { ...which, decision, reason: 'They wrote to us.', ...more });

const read = async (which: Which) => (await officer.must(getCase, which)).data;

async function both(which: Which, decision: CaseDecision, more: More = {}): Promise<void> {
  expect(await decide(officer, which, decision, more)).toMatchObject({ value: { second: true } });
  expect(await decide(other, which, decision, more)).toMatchObject({ value: { second: false } });
}

async function mailsTo({ email }: Member): Promise<readonly { subject: string; text: string }[]> {
  await sendDue(kopa.deps);
  return kopa.sandbox.inbox(email);
}

const paymentOf = (id: string) =>
  kopa.db
    .selectFrom('withdrawals')
    .selectAll('withdrawals')
    .innerJoin('closed_money', 'closed_money.withdrawal_id', 'withdrawals.id')
    .where('closed_money.id', '=', id)
    .executeTakeFirstOrThrow();

test('HARD-51 closing names the payouts that a bank can still return, on the page and in its mail, and then what happens', async () => {
  const { who, id } = await paidOut();
  const { data, returns } = await who.must(getRemainder, {});
  expect(data).toEqual([]);
  expect(returns).toMatchObject([{ currency_id: 'AUD', amount: '100' }]);
  const until = Date.parse(returns?.[0]?.until ?? '');
  expect(Math.round((until - kopa.clock.now()) / 86_400_000)).toBe(30);
  await who.must(deleteAccount, { password });
  const mail = (await mailsTo(who)).find(({ subject }) => subject.includes('was deleted'));
  expect(mail?.text).toMatch(/can still return a payout of yours: AU?\$100\.00 until /);
  expect(mail?.text).toContain('we keep it for you, write to this address');
  expect(await takeBack(kopa.deps, id, 'refused')).toBe('taken');
});

test('HARD-51 a payout that can come back no more is not named', async () => {
  const { who, id } = await paidOut();
  await kopa.db.updateTable('withdrawals').set({ due_at: null }).where('id', '=', id).execute();
  expect((await who.must(getRemainder, {})).returns).toEqual([]);
  await who.must(deleteAccount, { password });
  const mails = await mailsTo(who);
  expect(mails.some(({ text }) => text.includes('can still return'))).toBe(false);
});

test('HARD-51 an ended relationship is closed with the same words', async () => {
  const { who } = await paidOut();
  const ago = (days: number) => new Date(kopa.clock.now() - days * 86_400_000);
  await kopa.db
    .insertInto('endings')
    .values({
      ...{ user_id: who.id, at_once: false, officer: officer.id, reason: 'x' },
      ...{ noticed_at: ago(500), ends_at: ago(400), claim_until: ago(1), look_at: ago(1) },
    })
    .execute();
  await sql`update endings set done = 4, done_at = ${ago(31)}`.execute(kopa.db);
  await advanceEndings(kopa.deps);
  const mail = (await mailsTo(who)).find(({ subject }) => subject === 'Your account was closed');
  expect(mail?.text).toContain('can still return a payout of yours');
});

test('HARD-51 a payout that comes back after the closing is a case with the sealed account beside it, and nobody’s to spend', async () => {
  const { who, id, which } = await returned();
  expect(await balances(who)).toEqual(['unclaimed 10050 AUD']);
  expect(await takeBack(kopa.deps, id, 'refused')).toBe('taken');
  expect(await balances(who)).toEqual(['unclaimed 10050 AUD']);
  const { data } = await officer.must(listCases, {});
  expect(data).toMatchObject([{ ...which, customer: '' }]);
  const found = await read(which);
  expect(found).toMatchObject({
    closed_account: who.id,
    decisions: ['pay', 'book'],
    networks: [],
    decided: null,
  });
  expect(found.letter).toBeUndefined();
  expect(Date.parse(found.due_at ?? '')).toBeGreaterThan(kopa.clock.now());
  expect(found.facts).toContainEqual({ label: 'Amount', value: '100.5 AUD' });
  const mail = (await mailsTo(who)).find(({ subject }) => subject.includes('Money came'));
  expect(mail?.text).toContain('AU$100.50');
  // It is still owed to its customer, and the books say so.
  const [, aud] = (await readPositions(kopa.deps)).filter(({ at }) => at === 'bank');
  expect(aud).toMatchObject({ currency: 'AUD', owed: 10050n });
  expect(await violations(kopa.db)).toEqual([]);
  const register = { register: 'aside', after: '' } as const;
  const { data: rows } = await officer.must(exportRegister, register);
  expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
    [which.id, 'closed account', '100.5', 'AUD', 'payout'],
  ]);
});

test('HARD-51 two officers pay it out to an account in the same name, both typing it, and it is told when it has arrived', async () => {
  const { who, which } = await returned();
  const to = { account: ACCOUNT };
  expect(await decide(officer, which, 'pay')).toMatchObject({ ok: false });
  for (const account of ['062-000', 'DE89370400440532013000', 'x'])
    expect(await decide(officer, which, 'pay', { to: { account } })).toMatchObject({ ok: false });
  expect(await decide(officer, which, 'pay', { to })).toMatchObject({ value: { second: true } });
  // Alone, or to another account, nothing is paid.
  expect(await decide(officer, which, 'pay', { to })).toMatchObject({ ok: false });
  const slip = { to: { account: '062-000 87654312' } };
  expect(await decide(other, which, 'pay', slip)).toMatchObject({ value: { second: true } });
  expect(await balances(who)).toEqual(['unclaimed 10050 AUD']);
  await both(which, 'pay', { to: { account: '062 000 87654321' } });
  expect(await balances(who)).toEqual(['hold 10050 AUD']);
  expect(await decide(other, which, 'pay', { to })).toMatchObject({
    refusal: { message: expect.stringContaining('has decided this case') },
  });
  await moveDue(kopa.deps);
  const payment = await paymentOf(which.id);
  expect(payment).toMatchObject({ units: '10050', fee_units: '0', holder: 'Test Person' });
  expect(payment.status).not.toBe('requested');
  await markBroadcast(kopa.deps, payment.id, 'hash', 9_000);
  await complete(kopa.deps, payment.id, 'hash');
  expect(await balances(who)).toEqual([]);
  // Where it went is sealed with the account, and nowhere else.
  const { address, holder } = await paymentOf(which.id);
  expect([address, holder]).toEqual(['-', '-']);
  const { rows: readable } = await sql`select 1 from journals
    where user_id = ${who.id} and recipient like '%87654321%'`.execute(kopa.db);
  expect(readable).toEqual([]);
  const archive = await officer.must(readArchive, { about: who.email, reason: 'x' });
  expect(JSON.stringify(archive.data)).toContain('Test Person, Bank transfer, 062000 87654321');
  const subjects = (await mailsTo(who)).map(({ subject }) => subject);
  expect(subjects).toContain('Money of your closed account was paid to you');
  expect(await violations(kopa.db)).toEqual([]);
  expect((await officer.must(listCases, {})).data).toEqual([]);
});

test('HARD-51 HARD-55 an account that the bank says is another’s is paid nothing', async () => {
  const { who, which } = await returned();
  const says = (plan: PayeePlan) => writeSwitch(kopa.db, 'payee', plan);
  await says('none');
  expect(await decide(officer, which, 'pay', { to: { account: ACCOUNT } })).toMatchObject({
    refusal: { message: expect.stringContaining('in another name') },
  });
  expect(await balances(who)).toEqual(['unclaimed 10050 AUD']);
});

test('HARD-51 a payment to a closed account’s owner that comes back is a case again, as often as it does', async () => {
  const { who, which } = await returned();
  let open: Which = which;
  for (const step of ['failed', 'returned'] as const) {
    await both(open, 'pay', { to: { account: ACCOUNT } });
    const { id } = await paymentOf(open.id);
    await markBroadcast(kopa.deps, id, 'hash', 9_000);
    if (step === 'returned') await complete(kopa.deps, id, 'hash');
    if (step === 'returned') expect(await takeBack(kopa.deps, id, 'refused')).toBe('taken');
    else {
      await sql`update withdrawals set status = 'failed', failed_at = ${new Date(kopa.clock.now())},
        due_at = ${new Date(kopa.clock.now() - 1)} where id = ${id}`.execute(kopa.db);
      await moveDue(kopa.deps);
    }
    expect(await balances(who)).toEqual(['unclaimed 10050 AUD']);
    const { data } = await officer.must(listCases, {});
    open = { kind: 'closed-money', id: `payout:${id}:AUD` };
    expect(data).toMatchObject([open]);
  }
  expect(await violations(kopa.db)).toEqual([]);
});

test('HARD-51 the former customer is screened by their sealed name before anything is sent', async () => {
  const { who, which } = await returned();
  await listInSandbox(kopa.db, kopa.clock.now, who.id);
  await both(which, 'pay', { to: { account: ACCOUNT } });
  await moveDue(kopa.deps);
  const { id, status } = await paymentOf(which.id);
  expect(status).toBe('requested');
  const { state } = await kopa.db
    .selectFrom('screenings')
    .select('state')
    .where('id', '=', `withdrawal:${id}`)
    .executeTakeFirstOrThrow();
  expect(state).toBe('match');
  // Refused, it is a case again.
  const held = { kind: 'held', id: `withdrawal:${id}`, decision: 'reject', reason: 'x' } as const;
  await officer.must(decideCase, held);
  expect(await balances(who)).toEqual(['unclaimed 10050 AUD']);
});

test('HARD-51 two officers book what can be paid to nobody, with a reason', async () => {
  const { who, which } = await returned();
  // What the case does not have is refused before a second officer is asked to confirm it.
  for (const by of [officer, other])
    expect(await decide(by, which, 'refund')).toMatchObject({ ok: false });
  await both(which, 'book');
  expect(await balances(who)).toEqual([]);
  // HARD-65: a late press changes nothing and says by whom.
  for (const late of ['book', 'pay'] as const) {
    const to = { account: ACCOUNT };
    const pressed = await decide(officer, which, late, late === 'pay' ? { to } : {});
    expect(!pressed.ok && pressed.refusal.message).toContain(`${other.email} has decided`);
  }
  const found = await read(which);
  expect(found.decided?.text).toBe('Booked as the house’s: They wrote to us.');
  expect(found.decisions).toEqual([]);
  const { rows } = await sql<{ units: string }>`select sum(amount)::text as units from postings
    where account_id = 'house/forfeited/AUD'`.execute(kopa.db);
  expect(rows).toEqual([{ units: '10050' }]);
  const subjects = (await mailsTo(who)).map(({ subject }) => subject);
  expect(subjects).toContain('Money of your closed account was not paid');
});

test('HARD-51 where no address is kept, the case has the text of a letter, and it can still be booked', async () => {
  const { who, id } = await paidOut();
  await who.must(deleteAccount, { password });
  await kopa.db.deleteFrom('archived').execute();
  await takeBack(kopa.deps, id, 'refused');
  const which = { kind: 'closed-money', id: `payout:${id}:AUD` } as const;
  const found = await read(which);
  expect(found.letter).toContain('a bank has returned a payout of yours since: AU$100.50');
  expect(await decide(officer, which, 'pay', { to: { account: ACCOUNT } })).toMatchObject({
    ok: false,
  });
  await both(which, 'book');
  expect((await read(which)).letter).toContain('found nobody that it could be paid to');
});

test('HARD-51 HARD-50 what a closed account owes is taken first from what comes for it', async () => {
  const { who, id } = await paidOut();
  const seen = new Date(kopa.clock.now());
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
      reason, owed, seen_at, ask_at)
    values ('t', 't', ${who.id}, 'AUD', '30', 'Test Person', '', 'recalled', 'recalled', 3000,
      ${seen}, ${seen})`.execute(kopa.db);
  await who.must(deleteAccount, { password });
  await takeBack(kopa.deps, id, 'refused');
  expect(await balances(who)).toEqual(['unclaimed 7050 AUD']);
});

/** A card payment that is settled after its account was closed. */
async function paidLate() {
  await kopa.sandbox.market('BTC', '100000');
  const who = await kopa.customer({});
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await who.must(updateProfile, profile);
  const order = {
    ...{ amount: '162.45', currency: 'AUD', crypto_value: '0.001', crypto_currency: 'BTC' },
    ...{ usdc: '100', success_url: '/success', decline_url: '/decline', fail_url: '/fail' },
    ...{ cancel_url: '/cancel', payment_test_env: true },
  };
  const { data } = await kopa.api.must(initTransaction, order, {
    ...who,
    idempotencyKey: newKey(),
  });
  const { tracking_id: id, checkout } = data;
  const { db } = kopa.deps;
  await db.updateTable('purchases').set({ status: 'declined' }).where('id', '=', id).execute();
  await who.must(deleteAccount, { password });
  await kopa.decidesCard(checkout.token, 'success');
  expect(await settlePurchase(kopa.deps, id)).toBe('success');
  return { who, id, which: { kind: 'closed-money', id: `card:${id}:BTC` } as const };
}

test('HARD-51 a card payment settled after the closing goes back to its card, once two officers want it', async () => {
  const { who, id, which } = await paidLate();
  expect(await balances(who)).toEqual(['unclaimed 100000 BTC']);
  expect((await read(which)).decisions).toEqual(['pay', 'refund', 'book']);
  await both(which, 'refund');
  expect(await balances(who)).toEqual([]);
  await reconcilePurchases(kopa.deps);
  const { status } = await kopa.db
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('refunded');
  // HARD-97: the books, in which it had bought, are still sound.
  expect(await causeless(kopa.db)).toEqual([]);
  const subjects = (await mailsTo(who)).map(({ subject }) => subject);
  expect(subjects).toContain('Your card payment goes back');
});

test('HARD-51 or what it bought is sent to an address, with the sealed name for the other provider', async () => {
  const { who, which } = await paidLate();
  const { networks } = await read(which);
  expect(networks).toEqual(['Bitcoin']);
  const account = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  const wrong = {
    to: { account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', network: 'Bitcoin' },
  };
  expect(await decide(officer, which, 'pay', wrong)).toMatchObject({ ok: false });
  await both(which, 'pay', { to: { account, network: 'Bitcoin' } });
  await moveDue(kopa.deps);
  const { id, status } = await paymentOf(which.id);
  const { db } = kopa.deps;
  const travelled = await db.selectFrom('travel_rule').select('state').execute();
  expect(travelled).toEqual([{ state: 'done' }]);
  expect(status).not.toBe('requested');
  await markBroadcast(kopa.deps, id, 'hash', 9_000);
  await complete(kopa.deps, id, 'hash');
  expect(await balances(who)).toEqual([]);
});

test('HARD-51 a deposit at an address that a closed account had is set aside and told, dust is not told', async () => {
  const { who, id } = await paidOut();
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const { db, clock } = kopa.deps;
  await sql`insert into deposit_addresses (user_id, payment_route_id, network, address_index, address, tag,
      sandbox, created_at)
    values (${who.id}, 'eth-ethereum', 'Ethereum', 1, ${address}, '', false, ${new Date(clock.now())})`.execute(
    db,
  );
  await who.must(deleteAccount, { password });
  const arrives = (hash: string, amount: string) =>
    takeDeposit(kopa.deps, {
      ...{ id: hash, network: 'Ethereum', currency: 'ETH', amount, address, tag: '', hash },
      ...{ outputIndex: 0, senders: [], confirmations: 64, status: 'confirmed' },
    });
  await arrives('dust', '0.00000001');
  for (let times = 0; times < 2; times++) await arrives('much', '0.5');
  const told = (await mailsTo(who)).filter(({ subject }) => subject.includes('A deposit came'));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('0.5 ETH were sent to an address that your account here had');
  const { data } = await officer.must(listCases, {});
  expect(data.map(({ kind, customer }) => [kind, customer])).toEqual([
    ['deposit-aside', ''],
    ['deposit-aside', ''],
  ]);
  expect(await takeBack(kopa.deps, id, 'refused')).toBe('taken');
});

test('HARD-51 what a server of the version before left in a closed account becomes a case, once', async () => {
  const { who } = await paidOut();
  await who.must(deleteAccount, { password });
  const { db, clock } = kopa.deps;
  const at = new Date(clock.now());
  await sql`with head as (insert into journals (id, class, kind, user_id, comment, network, sender, recipient,
      payment_method, created_at) values ('j', 'manual', 'manual', ${who.id}, '', '', '', '', '', ${at}))
    insert into postings (journal_id, line, account_id, currency, amount, created_at)
    values ('j', 0, ${`${who.id}/available/AUD`}, 'AUD', 700, ${at}),
      ('j', 1, 'house/bank/AUD', 'AUD', -700, ${at})`.execute(db);
  await sql`update accounts set balance = 700 where id = ${`${who.id}/available/AUD`}`.execute(db);
  const stopping = new AbortController().signal;
  await Promise.all([
    closedMoneyLoop.round(kopa.deps, stopping),
    closedMoneyLoop.round(kopa.deps, stopping),
  ]);
  expect(await balances(who)).toEqual(['unclaimed 700 AUD']);
  expect((await officer.must(listCases, {})).open).toBe(1);
});

test('HARD-51 an open case counts in the gauges, and one that nobody decides in time raises an alarm', async () => {
  await returned();
  const asides = async () =>
    (await readWaiting(kopa.deps)).asides.find(({ name }) => name === 'closed-accounts');
  expect(await asides()).toMatchObject({ items: 1 });
  const overdue = async () => {
    await watchQueues(kopa.deps, kopa.told);
    return kopa.log.some((line) => line.includes('"money of closed accounts is overdue"'));
  };
  expect(await overdue()).toBe(false);
  kopa.clock.advance(30 * 86_400_000);
  expect(await overdue()).toBe(true);
});

test('HARD-51 the books are not sound where a case and what is kept for it differ', async () => {
  const { which } = await returned();
  const { db } = kopa.deps;
  await sql`update closed_money set units = units + 1 where id = ${which.id}`.execute(db);
  expect(await violations(db)).toMatchObject([
    { invariant: 'what is kept for closed accounts is what its open cases say' },
  ]);
  await sql`update closed_money set units = units - 1 where id = ${which.id}`.execute(db);
});

test('HARD-51 an open case is kept however old it is; a decided one as long as the archive', async () => {
  const { which } = await returned();
  const { db, clock } = kopa.deps;
  const kept = async () => (await db.selectFrom('closed_money').select('id').execute()).length;
  clock.advance(9 * 366 * 86_400_000);
  await sweep(kopa.deps);
  expect(await kept()).toBe(1);
  await inTransaction(kopa.db, async (tx) => {
    const row = await lockOpen(tx, which.id);
    if (row) await bookClosedMoney(kopa.deps, tx, row, { by: officer.id, why: 'x' });
  });
  await sweep(kopa.deps);
  expect(await kept()).toBe(1);
  clock.advance(9 * 366 * 86_400_000);
  await sweep(kopa.deps);
  expect(await kept()).toBe(0);
});
