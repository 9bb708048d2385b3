import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getKycStatus, getSumsubToken, updateKycStatus } from '#core/contract/account/identity.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { generateAddress, getPaymentRoutes } from '#core/contract/money/funds.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { addRecurringBuy, listRecurringBuys } from '#core/contract/money/recurring-buys.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { decideCase, exportRegister, getCase, listCases } from '#core/contract/staff/desk.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { dayAfter, momentOf } from '#core/time/recurrence.ts';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { dueAfter, limitedFrom } from '#server/services/customers/risk/data-update.ts';
import { lookAtRisks, placeOthers } from '#server/services/customers/risk/risk-worker.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const kopa = world();

async function verified(
  balances = { BTC: '1', AUD: '1000', USDC: '500', ETH: '2' } as const,
): Promise<Member> {
  const who = await kopa.customer({ balances });
  await lookAtRisks(kopa.deps);
  return who;
}

const rowOf = ({ id }: Member) =>
  kopa.db
    .selectFrom('data_updates')
    .selectAll()
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();

const dueOf = async (who: Member): Promise<number> => (await rowOf(who)).due_at.getTime();

/** The customer at a moment, in a session that still stands. */
async function at(who: Member, moment: number): Promise<Member> {
  const then = await who.later((moment - kopa.clock.now()) / HOUR_MS);
  await kopa.sandbox.market('BTC', '100000');
  return then;
}

/** Once the account is limited, which the customer was told. */
async function limited(who: Member): Promise<Member> {
  const then = await at(who, limitedFrom(await dueOf(who)) + 1000);
  await lookAtRisks(kopa.deps);
  return then;
}

async function subjects({ email }: Member): Promise<readonly string[]> {
  await sendDue(kopa.deps);
  return (await kopa.sandbox.inbox(email)).map(({ subject }) => subject);
}

const OVERDUE = { ok: false, refusal: { code: 'LIMIT_EXCEEDED' } };

const propertiesOf = async (who: Member) =>
  Object.fromEntries(
    (await who.must(getKycStatus, {})).data.kyc_data.map((one) => [
      one.kyc_property,
      one.kyc_value,
    ]),
  );

test('KEEP-09 who is verified is placed at low risk, on record, and due in three years', async () => {
  const who = await verified();
  const { updated_at, due_at, limited_at, risk_group } = await rowOf(who);
  expect(risk_group).toBe('low');
  expect(due_at.getTime()).toBe(dueAfter(updated_at.getTime(), 'low'));
  expect(limited_at.getTime()).toBe(limitedFrom(due_at.getTime()));
  const decisions = await kopa.db.selectFrom('risk_decisions').selectAll().execute();
  expect(decisions).toMatchObject([{ user_id: who.id, risk_group: 'low', decided_by: null }]);
  await expect(sql`update risk_decisions set reason = ''`.execute(kopa.db)).rejects.toThrow(
    'cannot be changed',
  );
  expect(await propertiesOf(who)).toEqual({ kyc_status: 'approved' });
});

test('KEEP-09 a customer is reminded 30 and 7 days before and on the day, and told of the limit, each once', async () => {
  const who = await verified();
  const due = await dueOf(who);
  const told: Record<string, readonly string[]> = {};
  const before = (await subjects(who)).length;
  const news = async () => (await subjects(who)).slice(0, -before || undefined);
  for (const [name, moment] of [
    ['31 days', due - 31 * DAY_MS],
    ['30 days', due - 30 * DAY_MS],
    ['7 days', due - 7 * DAY_MS],
    ['the day', due],
    ['3 months', limitedFrom(due)],
  ] as const) {
    await at(who, moment + 1000);
    await Promise.all([lookAtRisks(kopa.deps), lookAtRisks(kopa.deps)]);
    kopa.clock.advance(2 * HOUR_MS);
    await lookAtRisks(kopa.deps);
    told[name] = await news();
  }
  expect(told['31 days']).toEqual([]);
  expect(told['30 days']).toEqual(['Please update your data']);
  expect(told['3 months']).toEqual([
    'Your account is limited until you update your data',
    'Your data is due for an update today',
    'Please update your data within a week',
    'Please update your data',
  ]);
  const now = await at(who, kopa.clock.now());
  const { data } = await now.must(listNotices, { after: new Date(0).toISOString() });
  expect(data.at(-1)?.text).toBe('Your account is limited until you update your data.');
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text).toContain(`due for an update on ${formatDayInZone(due, 'Australia/Sydney')}`);
});

test('KEEP-09 three months overdue, an account buys, exchanges and pays in nothing, sells and withdraws; up to the moment before, it does all', async () => {
  let who = await verified();
  const due = await dueOf(who);
  who = await at(who, limitedFrom(due) - DAY_MS);
  expect(await who.quotes('AUD', 'BTC', '100')).toMatchObject({ ok: true });
  who = await limited(who);
  const bought = await who.quotes('AUD', 'BTC', '100');
  expect(bought).toMatchObject(OVERDUE);
  expect(bought.ok ? '' : bought.refusal.message).toBe(
    `Your data was due for an update on ${formatDayInZone(due, 'Australia/Sydney')}. Until it is updated, you can only sell, cash out and withdraw. Update it under Profile, Verification: everything then works again at once.`,
  );
  expect(await who.quotes('USDC', 'BTC', '100')).toMatchObject(OVERDUE);
  expect(await who.quotes('AUD', 'USDC', '100')).toMatchObject(OVERDUE);
  const { data: routes } = await who.must(getPaymentRoutes, { limit: 100, offset: 0 });
  const route = routes.find(({ currency_id }) => currency_id === 'BTC');
  const address = { currencyId: 'BTC', paymentRouteId: route?.payment_route_id ?? '' };
  expect(await who.call(generateAddress, address)).toMatchObject(OVERDUE);
  expect(await who.call(openBankAccount, {})).toMatchObject(OVERDUE);
  const card = {
    ...{ amount: '162.45', currency: 'AUD', crypto_value: '0.001', crypto_currency: 'BTC' },
    ...{ usdc: '100', success_url: '/s', decline_url: '/d', fail_url: '/f', cancel_url: '/c' },
    payment_test_env: true,
  };
  const keyed = { credential: who.credential, idempotencyKey: newKey() };
  expect(await kopa.api.call(initTransaction, card, keyed)).toMatchObject(OVERDUE);

  const eth = routes.find(({ currency_id }) => currency_id === 'ETH')?.payment_route_id ?? '';
  const out = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: eth, password };
  const going = { credential: who.credential, idempotencyKey: newKey() };
  expect(await kopa.api.call(createWithdrawal, out, going)).toMatchObject({ ok: true });
  for (const target of ['AUD', 'USDC']) {
    const sold = await who.quotes('BTC', target, '0.1');
    expect(sold).toMatchObject({ ok: true });
    if (!sold.ok) continue;
    const conversionQuoteId = sold.value.data.conversion_quote_id;
    const once = { credential: who.credential, idempotencyKey: newKey() };
    expect(
      await kopa.api.call(confirmSwap, { conversionQuoteId, userId: who.id }, once),
    ).toMatchObject({
      ok: true,
    });
  }
});

test('KEEP-09 while it is limited a recurring buy is skipped and says why', async () => {
  let who = await verified();
  const first_on = dayAfter(kopa.clock.now());
  const wish = { currency_id: 'BTC', amount: '100', every: 'weekly', first_on } as const;
  const keyed = () => ({ credential: who.credential, idempotencyKey: newKey() });
  await kopa.api.must(addRecurringBuy, wish, keyed());
  const { data } = await who.must(listRecurringBuys, {});
  expect(data).toHaveLength(1);
  who = await limited(who);
  const next = dayAfter(kopa.clock.now());
  // The days between were nobody's: the server was down.
  await kopa.db
    .updateTable('recurring_buys')
    .set({ next_on: next, due_at: new Date(momentOf(next)) })
    .execute();
  who = await at(who, momentOf(next) + 1000);
  await buyDue(kopa.deps);
  const after = await who.must(listRecurringBuys, {});
  expect(after.data[0]?.runs).toEqual([{ on: next, outcome: 'limited' }]);
  expect(await subjects(who)).toContain('Your weekly buy of Bitcoin was skipped');
  const another = { ...wish, first_on: dayAfter(kopa.clock.now()) };
  expect(await kopa.api.call(addRecurringBuy, another, keyed())).toMatchObject(OVERDUE);
});

test('KEEP-09 updating lifts the limit at once, by the check made again, and the next is due years later', async () => {
  let who = await verified();
  who = await limited(who);
  const due = await dueOf(who);
  expect(await propertiesOf(who)).toEqual({
    kyc_status: 'approved',
    update_due: new Date(due).toISOString(),
    limited_from: new Date(limitedFrom(due)).toISOString(),
  });
  await who.must(getSumsubToken, {});
  await who.must(updateKycStatus, { kyc_status: 'rejected' });
  expect(await who.quotes('AUD', 'BTC', '100'), 'the check failed').toMatchObject(OVERDUE);
  expect(await propertiesOf(who)).toMatchObject({ kyc_status: 'approved' });
  await who.must(getSumsubToken, {});
  await who.must(updateKycStatus, { kyc_status: 'submitted' });
  expect(await who.quotes('AUD', 'BTC', '100'), 'under review').toMatchObject(OVERDUE);
  await who.must(updateKycStatus, { kyc_status: 'approved' });
  expect(await who.quotes('AUD', 'BTC', '100')).toMatchObject({ ok: true });
  expect(await propertiesOf(who)).toEqual({ kyc_status: 'approved' });
  const { updated_at, due_at, check_id } = await rowOf(who);
  expect(due_at.getTime()).toBe(dueAfter(updated_at.getTime(), 'low'));
  expect(updated_at.getTime()).toBeGreaterThan(due);
  expect(check_id).toBeNull();
  expect((await subjects(who))[0]).toBe('Your data is up to date');
});

test('KEEP-09 what the provider says later lifts it, too, when the customer looks', async () => {
  const who = await limited(await verified());
  await who.must(getSumsubToken, {});
  const { check_id } = await rowOf(who);
  await setSandboxReview(kopa.db, check_id ?? '', { status: 'approved' });
  expect(await propertiesOf(who)).toEqual({ kyc_status: 'approved' });
  expect(await who.quotes('AUD', 'BTC', '100')).toMatchObject({ ok: true });
});

test('KEEP-09 before it can be made, no update is told of, and the widget makes none', async () => {
  const who = await verified();
  await who.must(getSumsubToken, {});
  expect((await rowOf(who)).check_id).toBeNull();
});

test('KEEP-09 who was verified before there were groups is placed with a month to go', async () => {
  const who = await kopa.person();
  await kopa.db
    .updateTable('users')
    .set({ kyc_status: 'approved', created_at: new Date('2020-01-01') })
    .where('id', '=', who.id)
    .execute();
  const before = kopa.clock.now();
  await placeOthers(kopa.deps);
  await placeOthers(kopa.deps);
  expect(await dueOf(who)).toBeGreaterThanOrEqual(before + 30 * DAY_MS);
  expect(await dueOf(who)).toBeLessThan(before + 31 * DAY_MS);
});

test('KEEP-09 rules place a customer higher with a reason, and the update comes nearer, never within 30 days', async () => {
  let who = await verified();
  who = await at(who, kopa.clock.now() + 800 * DAY_MS);
  await sql`insert into transfer_values values ('deposit:1', ${who.id}, 'in',
    ${kopa.clock.sql}, 10000000, ${kopa.clock.sql})`.execute(kopa.db);
  const now = kopa.clock.now();
  await lookAtRisks(kopa.deps);
  expect(await rowOf(who)).toMatchObject({ risk_group: 'medium', chosen: false });
  expect((await dueOf(who)) - now).toBeGreaterThanOrEqual(30 * DAY_MS);
  expect((await dueOf(who)) - now).toBeLessThan(31 * DAY_MS);
  const decisions = await kopa.db
    .selectFrom('risk_decisions')
    .select(['risk_group', 'reason'])
    .orderBy('id')
    .execute();
  expect(decisions.at(-1)).toEqual({
    risk_group: 'medium',
    reason: 'transfers of EUR 100,000 or more within a year',
  });
});

test('KEEP-09 an officer changes the group at the desk with a reason, on record, and rules leave it', async () => {
  const officer = await kopa.officer();
  const who = await verified();
  const which = { kind: 'risk', id: who.id } as const;
  const found = await officer.must(getCase, { ...which, id: who.email });
  expect(found.data).toMatchObject({
    ...{ id: who.id, title: 'Risk group: low', customer: who.email, decided: null },
    decisions: ['low', 'medium', 'high'],
  });
  const decision = { ...which, decision: 'low', reason: 'By address.' } as const;
  const decide = (group: 'high' | 'close', reason: string) =>
    officer.call(decideCase, { ...which, decision: group, reason });
  expect(await decide('high', ' ')).toMatchObject({ ok: false });
  expect(await decide('close', 'Done.')).toMatchObject({ ok: false });
  expect(await rowOf(who)).toMatchObject({ risk_group: 'low' });
  expect(await decide('high', 'A politically exposed person.')).toMatchObject({ ok: true });
  const row = await rowOf(who);
  expect(row).toMatchObject({ risk_group: 'high', chosen: true });
  expect(row.due_at.getTime()).toBe(dueAfter(row.updated_at.getTime(), 'high'));
  await lookAtRisks(kopa.deps);
  expect(await rowOf(who)).toMatchObject({ risk_group: 'high', chosen: true });
  const { data } = await officer.must(getCase, which);
  expect(data.facts).toContainEqual({
    label: 'In this group because',
    value: 'A politically exposed person.',
  });
  expect(data.facts).toContainEqual({ label: 'Decided by', value: officer.email });
  expect(await officer.call(decideCase, { ...decision, id: who.email })).toMatchObject({
    ok: false,
  });
  const log = await officer.must(exportRegister, { register: 'log' });
  expect(log.data.flat().join()).toContain(`risk ${who.id}`);
  expect(log.data.flat().join(), 'no address stays in the log').not.toContain(who.email);
  expect((await verifyAudit(kopa.db)).wrong).toEqual([]);
});

test('KEEP-09 what rules made high waits at the desk until an officer approves it', async () => {
  const officer = await kopa.officer();
  const who = await verified();
  await sql`update screenings set reported_at = ${kopa.clock.sql}
    where user_id = ${who.id}`.execute(kopa.db);
  await sql`insert into screenings (id, subject, reference, user_id, state, asked_at, reported_at)
    values ('withdrawal:1', 'withdrawal', '1', ${who.id}, 'released', ${kopa.clock.sql},
    ${kopa.clock.sql})`.execute(kopa.db);
  await at(who, kopa.clock.now() + DAY_MS + 1000);
  await lookAtRisks(kopa.deps);
  const by = await at(officer, kopa.clock.now());
  const open = async () =>
    (await by.must(listCases, {})).data.filter(({ kind }) => kind === 'risk');
  expect(await open()).toMatchObject([{ id: who.id, title: 'Risk group: high' }]);
  const decision = { kind: 'risk', id: who.id, decision: 'high', reason: 'Approved.' } as const;
  await by.must(decideCase, decision);
  expect(await open()).toEqual([]);
});
