import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { sendRequest } from '#core/contract/account/request.ts';
import { login } from '#core/contract/account/session.ts';
import { getTerms } from '#core/contract/account/terms.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { addRecurringBuy, listRecurringBuys } from '#core/contract/money/recurring-buys.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import {
  decideCase,
  exportRegister,
  getCase,
  listCases,
  readArchive,
} from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { dayAfter } from '#core/time/recurrence.ts';
import { violations } from '#server/ledger/invariants.ts';
import { sweep } from '#server/platform/sweep.ts';
import { claimUntil, endsAt } from '#server/services/customers/endings/ending.ts';
import { advanceEndings } from '#server/services/customers/endings/endings-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { restAll } from '#server/services/operation/copies/older-copy.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The day that customers in Sydney are told. */
const dayOf = (at: number): string => formatDayInZone(at, 'Australia/Sydney');

let officer: Member;
const kopa = world({ booksByHand: true });
beforeEach(async () => {
  officer = await kopa.officer();
});

const HELD = { BTC: '1', AUD: '1000', ETH: '2', USDC: '500' } as const;

const customer = (balances: Readonly<Record<string, string>> = HELD): Promise<Member> =>
  kopa.customer({ balances });

async function at<P extends Member>(who: P, moment: number): Promise<P> {
  const then = await who.later((moment - kopa.clock.now()) / HOUR);
  await kopa.sandbox.market('BTC', '100000');
  return then;
}

async function decide(who: Member, decision: CaseDecision, reason = 'Three forged documents.') {
  officer = await officer.later(0);
  return officer.call(decideCase, { kind: 'ending', id: who.id, decision, reason });
}

async function subjects({ email }: Member): Promise<readonly string[]> {
  await sendDue(kopa.deps);
  const all = (await kopa.sandbox.inbox(email)).map(({ subject }) => subject).reverse();
  return all.filter((subject) => subject !== 'You are verified');
}

/** All servers do it at once, twice. */
async function round(): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await Promise.all([advanceEndings(kopa.deps), advanceEndings(kopa.deps)]);
  }
}

const agreementOf = async (who: Member) => (await who.must(getTerms, {})).data.ending;

const registered = async (): Promise<readonly (readonly string[])[]> => {
  officer = await officer.later(0);
  const { data } = await officer.must(exportRegister, { register: 'ended' });
  return data;
};

test('KEEP-12 with two months’ notice an account works as before, then only sells, cashes out and withdraws, and the app says until when', async () => {
  let who = await customer();
  const began = kopa.clock.now();
  expect(await decide(who, 'end')).toMatchObject({ ok: true });
  const ends = endsAt(began, false);
  const until = claimUntil(ends);
  const said = await agreementOf(who);
  expect(Math.abs(Date.parse(said?.ends_at ?? '') - ends)).toBeLessThan(HOUR);
  expect(Math.abs(Date.parse(said?.claim_until ?? '') - until)).toBeLessThan(HOUR);
  expect(await subjects(who)).toEqual([`We end our agreement with you on ${dayOf(ends)}`]);
  await round();
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: true });
  expect(await registered(), 'not before it has ended').toEqual([]);

  who = await at(who, ends + HOUR);
  await round();
  expect(await subjects(who)).toContain('Our agreement with you has ended');
  const refused = await who.quotes('USDC', 'BTC', '100');
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } });
  expect(refused.ok ? '' : refused.refusal.message).toBe(
    `Our agreement with you ended on ${dayOf(ends)}. Until ${dayOf(until)} you can sell, cash out and withdraw what you hold.`,
  );
  const sold = await who.quotes('BTC', 'AUD', '0.1');
  if (!sold.ok) throw new Error('selling was refused');
  const keyed = () => ({ credential: who.credential, idempotencyKey: newKey() });
  const conversionQuoteId = sold.value.data.conversion_quote_id;
  await kopa.api.must(confirmSwap, { conversionQuoteId, userId: who.id }, keyed());
  const { data: routes } = await who.must(getPaymentRoutes, { limit: 100, offset: 0 });
  const route = routes.find(({ currency_id }) => currency_id === 'ETH')?.payment_route_id ?? '';
  const out = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: route, password };
  await kopa.api.must(createWithdrawal, out, keyed());
  const opened = await who.must(listNotices, { after: new Date(kopa.clock.now()).toISOString() });
  expect(opened.data.map(({ text }) => text)).toEqual([
    'Our agreement with you has ended. Profile, Account says what you can do.',
  ]);
  expect(await registered()).toMatchObject([
    [
      who.id,
      who.email,
      'with notice',
      expect.any(String),
      expect.any(String),
      'Three forged documents.',
      officer.email,
    ],
  ]);
});

test('KEEP-12 for fraud it ends at once, the customer does not read why, and the register cannot be changed', async () => {
  const who = await customer();
  expect(await decide(who, 'end-now', ' ')).toMatchObject({ ok: false });
  expect(await decide(who, 'end-now')).toMatchObject({ ok: true });
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject({
    refusal: { code: 'LIMIT_EXCEEDED' },
  });
  await round();
  expect(await subjects(who)).toEqual(['Our agreement with you has ended']);
  const mails = await kopa.sandbox.inbox(who.email);
  expect(JSON.stringify(mails)).not.toContain('forged');
  expect((await registered()).map((row) => row.slice(0, 3))).toEqual([
    [who.id, who.email, 'at once'],
  ]);
  const { db } = kopa.deps;
  for (const change of [
    sql`update ended_relationships set reason = 'Another.'`,
    sql`delete from ended_relationships`,
    sql`truncate ended_relationships`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow('cannot be changed');
  }
  expect(await decide(who, 'end')).toMatchObject({ ok: false });
  expect((await verifyAudit(db)).wrong).toEqual([]);
});

test('KEEP-12 the agreement can go on as long as it is not over, and of two officers one decides', async () => {
  const who = await customer();
  const tried = await Promise.all([decide(who, 'end'), decide(who, 'end')]);
  expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await decide(who, 'go-on')).toMatchObject({ ok: true });
  expect(await agreementOf(who)).toBeNull();
  expect((await subjects(who)).at(-1)).toBe('Our agreement with you goes on');
  const again = await at(who, endsAt(kopa.clock.now(), false) + DAY);
  await round();
  expect(await again.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: true });
  const { facts, decisions } = (
    await kopa.api.must(
      getCase,
      { kind: 'ending', id: who.email },
      { credential: (await officer.later(0)).credential },
    )
  ).data;
  expect(await decide(who, 'end-now')).toMatchObject({ ok: true });
  expect(await again.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: false });
  expect(await decide(who, 'go-on')).toMatchObject({ ok: true });
  expect(await again.quotes('USDC', 'BTC', '100')).toMatchObject({ ok: true });
  expect(facts).toContainEqual({ label: 'Relationship', value: 'Goes on' });
  expect(decisions).toEqual(['end', 'end-now']);
});

test('KEEP-12 a year later what is unclaimed is booked as forfeited, after three reminders, and the account is closed', async () => {
  // Starts at noon in Sydney: the last reminder comes an hour late, so the period ends an hour later. After 23:00 its
  // last day, which the reminders name, would be the next one.
  const { clock } = kopa.deps;
  clock.advance(DAY + 2 * HOUR - (clock.now() % DAY));
  let who = await customer();
  const began = clock.now();
  await decide(who, 'end-now');
  await round();
  const until = claimUntil(began);
  const remindersAt = [until - 90 * DAY, until - 30 * DAY, until - 7 * DAY];
  const reminder = `Take what you hold by ${dayOf(until)}`;
  const reminded = async () => (await subjects(who)).filter((subject) => subject === reminder);
  for (const [sent, moment] of remindersAt.entries()) {
    await at(who, moment - DAY);
    await round();
    expect(await reminded()).toHaveLength(sent);
    who = await at(who, moment + HOUR);
    await round();
    expect(await reminded()).toHaveLength(sent + 1);
  }
  who = await at(who, until - HOUR);
  await round();
  expect(await agreementOf(who)).not.toBeNull();
  kopa.clock.advance(3 * HOUR);
  await round();
  expect((await subjects(who)).at(-1)).toBe('Your account was closed');
  const { db } = kopa.deps;
  const { rows } = await sql<{ account_id: string; units: string }>`
    select account_id, sum(amount)::text as units from postings
    where account_id like 'house/forfeited/%' group by account_id order by account_id`.execute(db);
  expect(rows).toEqual([
    { account_id: 'house/forfeited/AUD', units: '100000' },
    { account_id: 'house/forfeited/BTC', units: '100000000' },
    { account_id: 'house/forfeited/ETH', units: '200000000' },
    { account_id: 'house/forfeited/USDC', units: '500000000' },
  ]);
  expect(await violations(db)).toEqual([]);
  expect(await kopa.api.call(login, { email: who.email, password })).toMatchObject({ ok: false });
  const { data } = await kopa.api.must(
    readArchive,
    { about: who.email, reason: 'They ask for their money.' },
    { credential: (await officer.later(0)).credential },
  );
  expect(data).toMatchObject([{ id: who.id }]);
  expect(JSON.stringify(data)).toContain('Three forged documents.');
});

test('KEEP-12 nothing is forfeited without three reminders a week apart, however long the servers were away', async () => {
  let who = await customer();
  await decide(who, 'end-now');
  who = await at(who, claimUntil(kopa.clock.now()) + 100 * DAY);
  const reminders = async () =>
    (await subjects(who)).filter((subject) => subject.startsWith('Take what you hold')).length;
  const seen: number[] = [];
  for (let weeks = 0; weeks < 4; weeks++) {
    await round();
    seen.push(await reminders());
    kopa.clock.advance(6 * DAY);
    await round();
    expect(await reminders(), 'a day too early').toBe(seen.at(-1));
    kopa.clock.advance(DAY + HOUR);
  }
  expect(seen).toEqual([0, 1, 2, 3]);
  await round();
  expect((await subjects(who)).at(-1)).toBe('Your account was closed');
});

test('KEEP-12 what is still on its way is waited for', async () => {
  const who = await customer({ BTC: '1' });
  const began = kopa.clock.now();
  await decide(who, 'end-now');
  await round();
  await sendDue(kopa.deps);
  for (const days of [-90, -30, -7]) {
    await at(who, claimUntil(began) + days * DAY + HOUR);
    await round();
    // Mails wait for a day at most.
    await sendDue(kopa.deps);
  }
  const { db } = kopa.deps;
  await sql`insert into accounts (id, owner, kind, currency, balance)
    values (${`${who.id}/pending/ETH`}, ${who.id}, 'pending', 'ETH', 5)`.execute(db);
  await at(who, claimUntil(began) + 2 * HOUR);
  await round();
  expect(await subjects(who)).not.toContain('Your account was closed');
  expect((await subjects(who)).length, 'it ended, and three reminders').toBe(4);
  await sql`delete from accounts where id = ${`${who.id}/pending/ETH`}`.execute(db);
  kopa.clock.advance(25 * HOUR);
  await round();
  expect(await subjects(who)).toContain('Your account was closed');
});

test('HARD-82 nothing is forfeited or erased while the books are an older copy, in which the ending may have been taken back', async () => {
  const who = await customer({});
  const began = kopa.clock.now();
  await decide(who, 'end-now');
  await round();
  for (const days of [-90, -30, -7]) {
    await at(who, claimUntil(began) + days * DAY + HOUR);
    await round();
    await sendDue(kopa.deps);
  }
  await inTransaction(kopa.db, (tx) => restAll(tx, kopa.deps, 'operator'));
  await at(who, claimUntil(began) + 2 * HOUR);
  await round();
  expect(await subjects(who)).not.toContain('Your account was closed');
  const { rows } = await sql<{ waits_for: string }>`select waits_for from endings`.execute(kopa.db);
  expect(rows).toEqual([{ waits_for: expect.stringContaining('older copy') }]);
  await sql`update older_copies set released_at = now()`.execute(kopa.db);
  kopa.clock.advance(25 * HOUR);
  await round();
  expect(await subjects(who)).toContain('Your account was closed');
});

test('KEEP-12 nobody who works here is ended at the desk', async () => {
  for (const role of ['compliance', 'admin'] as const) {
    const who = await kopa.person({ role });
    expect(await decide(who, 'end-now')).toMatchObject({ ok: false });
  }
  const { rows } = await sql`select * from endings`.execute(kopa.db);
  expect(rows).toEqual([]);
});

test('KEEP-12 nobody loses what they could not withdraw, or asked about: it waits at the desk, which can give more time', async () => {
  let who = await customer({ BTC: '1' });
  const began = kopa.clock.now();
  await decide(who, 'end-now');
  await round();
  for (const days of [-90, -30, -7]) {
    who = await at(who, claimUntil(began) + days * DAY + HOUR);
    await round();
    await sendDue(kopa.deps);
  }
  const { db } = kopa.deps;
  const unapproved = sql`update users set kyc_status = 'rejected' where id = ${who.id}`;
  await unapproved.execute(db);
  who = await at(who, claimUntil(began) + 2 * HOUR);
  await round();
  const open = async () => {
    officer = await officer.later(0);
    const { data } = await officer.must(listCases, {});
    return data.filter(({ kind }) => kind === 'ending');
  };
  expect(await open()).toMatchObject([{ id: who.id, title: 'Unclaimed funds' }]);
  const postponed = claimUntil(began) + 60 * DAY;
  const postpone = (to: number) =>
    officer.call(decideCase, {
      ...({
        kind: 'ending',
        id: who.id,
        decision: 'later',
        reason: 'They sent documents.',
      } as const),
      due_at: new Date(to).toISOString(),
    });
  expect(await postpone(began)).toMatchObject({ ok: false });
  expect(await postpone(postponed)).toMatchObject({ ok: true });
  expect(await open()).toEqual([]);
  expect((await subjects(who)).at(-1)).toBe(`Take what you hold by ${dayOf(postponed)}`);
  await sql`update users set kyc_status = 'approved' where id = ${who.id}`.execute(db);

  who = await at(who, postponed - HOUR);
  const key = newKey();
  const asked = { key, kind: 'complaint', about: '', body: 'Send it to me.' } as const;
  await who.must(sendRequest, asked);
  kopa.clock.advance(2 * HOUR);
  await round();
  expect(await open()).toHaveLength(1);
  await sql`update customer_requests set state = 'answered', answer = 'Yes.',
    answered_at = created_at where user_id = ${who.id}`.execute(db);
  kopa.clock.advance(25 * HOUR);
  await round();
  expect((await subjects(who)).at(-1)).toBe('Your account was closed');
  expect(kopa.log.filter((line) => line.includes('booked as forfeited'))).toHaveLength(1);
});

test('KEEP-12 what was to be bought again and again ends with it, and the register is kept for eight years', async () => {
  const who = await customer();
  const wish = { currency_id: 'BTC', amount: '100', every: 'weekly' } as const;
  const first_on = dayAfter(kopa.clock.now());
  const keyed = { credential: who.credential, idempotencyKey: newKey() };
  await kopa.api.must(addRecurringBuy, { ...wish, first_on }, keyed);
  await decide(who, 'end-now');
  const buys = await who.must(listRecurringBuys, {});
  expect(buys.data).toEqual([]);
  const { db } = kopa.deps;
  const register = async () =>
    (await db.selectFrom('ended_relationships').select('user_id').execute()).length;
  // It is there at once, whatever becomes of the account.
  expect(await register()).toBe(1);
  await sweep(kopa.deps);
  expect(await register()).toBe(1);
});

test('HARD-76 mail, notice, refusal and the desk name the customer’s own day, and its zone', async () => {
  const { clock, db } = kopa.deps;
  // In the evening of UTC, Australia is in its next day.
  clock.advance(DAY + 20 * HOUR - (clock.now() % DAY));
  let who = await customer();
  const began = clock.now();
  await sql`update users set state = 'Western Australia' where id = ${who.id}`.execute(db);
  await decide(who, 'end');
  const [ends, until] = [endsAt(began, false), claimUntil(endsAt(began, false))];
  const perth = (at: number) => formatDayInZone(at, 'Australia/Perth');
  expect(perth(ends)).not.toBe(formatDayInZone(ends, 'UTC').replace('UTC', 'Perth time'));
  expect(await subjects(who)).toEqual([`We end our agreement with you on ${perth(ends)}`]);
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text).toContain(`has not been taken by ${perth(until)} is forfeited`);
  const { data } = await who.must(listNotices, { after: new Date(0).toISOString() });
  expect(data.map(({ text }) => text)).toContain(
    `We end our agreement with you on ${perth(ends)}. Profile, Account says what you can do.`,
  );
  const asked = { kind: 'ending', id: who.id } as const;
  const { data: told } = await officer.must(getCase, asked);
  expect(told.facts).toContainEqual({
    label: 'Relationship',
    value: `Ends ${perth(ends)}, to be taken until ${perth(until)}`,
  });
  who = await at(who, ends + HOUR);
  await round();
  const refused = await who.quotes('USDC', 'BTC', '100');
  expect(refused.ok ? '' : refused.refusal.message).toContain(
    `ended on ${perth(ends)}. Until ${perth(until)} you`,
  );
});
