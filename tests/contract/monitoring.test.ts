import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { downloadOwnData } from '#core/contract/account/account.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { decideCase, exportRegister, getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision, CaseKind } from '#core/contract/staff/desk-act.ts';
import { businessDaysAfter, businessHoursAfter, SYDNEY } from '#core/time/business-time.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type { Deps } from '#server/deps.ts';
import { movementsNear } from '#server/services/checks/monitoring/hits.ts';
import { registerLarge } from '#server/services/checks/monitoring/large-transfers.ts';
import { followScreening } from '#server/services/checks/screening/lists.ts';
import { screenNewcomers } from '#server/services/checks/screening/screen-due.ts';
import { endSuspensions, suspensionLoop } from '#server/services/checks/screening/suspensions.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { newKey } from '#tests/support/api-client.ts';
import { deposit, type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const DAY_MS = 24 * 3_600_000;

let officer: Member;
const kopa = world({ prices: { ETH: '2000' } });
beforeEach(async () => {
  officer = await kopa.officer();
});

const customer = (options: PersonOptions = {}): Promise<Member> =>
  kopa.customer({ balances: { ETH: '60' }, ...options });

/** Signed in, however much time has passed. */
const signedIn = async (who: Member) => {
  const { credential } = await who.later(0);
  return { credential };
};

/** Asks for a withdrawal, and lets everything happen that then happens by itself. */
async function withdraw(who: Member, amount: string, to = ETH): Promise<string> {
  const { data } = await kopa.api.must(
    createWithdrawal,
    { amount, cryptoAddress: to, paymentRouteId: 'eth-ethereum', password },
    { ...(await signedIn(who)), idempotencyKey: newKey() },
  );
  await sendDue(kopa.deps);
  await moveDue(kopa.deps);
  kopa.clock.advance(310_000);
  await moveDue(kopa.deps);
  return data.withdrawal_id;
}

const statusOf = async (who: Member, id: string) =>
  (await kopa.api.must(getWithdrawal, { withdrawal_id: id }, await signedIn(who))).data.status;

const cases = async () => (await kopa.api.must(listCases, {}, await signedIn(officer))).data;

const read = async (kind: CaseKind, id: string) =>
  (await kopa.api.must(getCase, { kind, id }, await signedIn(officer))).data;

const decide = async (kind: CaseKind, id: string, decision: CaseDecision, reason = 'Looked at.') =>
  kopa.api.call(decideCase, { kind, id, decision, reason }, await signedIn(officer));

/** Withdrawals were held after a change, and have been open again for so many hours. */
const changedBefore = ({ id }: Member, hours: number) =>
  sql`update users set withdrawals_held_for = 'password-reset',
    withdrawals_held_until = ${new Date(kopa.clock.now() - hours * 3_600_000)}
    where id = ${id}`.execute(kopa.db);

/** Euros that came, or went, so long ago; valued as transfers are. */
async function valued(who: Member, id: string, euros: number, hours = 0, direction = 'in') {
  const at = new Date(kopa.clock.now() - hours * 3_600_000);
  await sql`insert into transfer_values values
    (${id}, ${who.id}, ${direction}, ${at}, ${euros * 100}, ${at})`.execute(kopa.db);
}

/** A suspended withdrawal: money straight through. */
async function suspended(options: PersonOptions = {}) {
  const who = await customer(options);
  await valued(who, `bank:${who.id}`, 12_000, 2);
  const id = await withdraw(who, '7');
  return { who, id, held: `withdrawal:${id}` };
}

test('KEEP-08 money straight through waits, with its clock and numbers, in words that tip nobody off', async () => {
  const { who, id, held } = await suspended({ market: 'EUR' });
  expect(await statusOf(who, id)).toBe('requested');
  const [found, ...others] = await cases();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    kind: 'suspended',
    id: held,
    title: 'Monitoring: Money straight through',
  });
  const suspendedAt = kopa.clock.now() - 310_000;
  const due = Date.parse(found?.due_at ?? '');
  expect(Math.abs(due - businessHoursAfter(suspendedAt, 3))).toBeLessThan(60_000);
  // Only customers of the Australian market have AUSTRAC's clocks.
  expect(found?.clocks).toEqual([]);
  const shown = await read('suspended', held);
  expect(shown.decisions).toEqual(['report', 'release', 'reject']);
  const [numbers] = shown.facts.filter(({ label }) => label === 'Found');
  expect(numbers?.value).toMatch(
    /^Money straight through: EUR 12,000\.00 came in and EUR 1\d,\d{3}\.\d\d goes out within 24 hours$/,
  );
  expect(shown.facts.map(({ label }) => label)).not.toContain('Found on the lists');
  const told = [
    await who.must(getWithdrawal, { withdrawal_id: id }),
    await who.must(listWaiting, {}),
    await who.must(downloadOwnData, { password }),
  ];
  expect(JSON.stringify(told[1])).toContain('withdrawal-delayed');
  expect(JSON.stringify(told)).not.toMatch(/rule:|straight through|came in and|monitoring:/i);
  expect(kopa.log.join('\n')).toContain('rules suspended a transfer');
});

test('KEEP-08 released it goes on, and the same is not held again: neither it nor the rest of it', async () => {
  const { who, id, held } = await suspended();
  expect(await decide('suspended', held, 'release')).toMatchObject({ ok: true });
  // The lists have changed since.
  await sql`update screenings set list = 'before'`.execute(kopa.db);
  await followScreening(kopa.deps);
  await screenNewcomers(kopa.deps);
  await moveDue(kopa.deps);
  expect(await statusOf(who, id)).toBe('broadcast');
  expect(await statusOf(who, await withdraw(who, '1'))).toBe('broadcast');
});

test('KEEP-08 what waits counts again: the rest of it waits, too', async () => {
  const { who, id } = await suspended();
  const second = await withdraw(who, '0.5');
  expect(await statusOf(who, second)).toBe('requested');
  expect(await decide('suspended', `withdrawal:${id}`, 'reject')).toMatchObject({ ok: true });
  expect(await statusOf(who, id)).toBe('cancelled');
  const third = await withdraw(who, '7');
  expect(await statusOf(who, third)).toBe('requested');
});

test('HARD-57 halves to a first-time recipient soon after a security change count together for a day', async () => {
  const who = await customer();
  await changedBefore(who, 3);
  expect(await statusOf(who, await withdraw(who, '0.4', OTHER))).toBe('broadcast');
  const half = await withdraw(who, '0.4', OTHER);
  expect(await statusOf(who, half)).toBe('requested');
  const shown = await read('suspended', `withdrawal:${half}`);
  const found = shown.facts.find(({ label }) => label === 'Found');
  expect(found?.value).toMatch(/; EUR 1,\d{3}\.\d\d went out within 24 hours$/);
  const later = await customer();
  await changedBefore(later, 3);
  expect(await statusOf(later, await withdraw(later, '0.4', OTHER))).toBe('broadcast');
  kopa.clock.advance(25 * 3_600_000);
  expect(await statusOf(later, await withdraw(later, '0.4', OTHER))).toBe('broadcast');
});

test('KEEP-08 soon after a security change a first-time recipient waits, and a known one does not', async () => {
  const who = await customer();
  expect(await statusOf(who, await withdraw(who, '0.6'))).toBe('broadcast');
  kopa.clock.advance(4 * 3_600_000);
  await changedBefore(who, 3);
  expect(await statusOf(who, await withdraw(who, '0.6'))).toBe('broadcast');
  // A server of the version before kept only what was typed.
  await sql`update withdrawals set destination = '' where user_id = ${who.id}`.execute(kopa.db);
  expect(await statusOf(who, await withdraw(who, '0.6'))).toBe('broadcast');
  const careful = await customer();
  await changedBefore(careful, 3);
  expect(await statusOf(careful, await withdraw(careful, '0.4', OTHER))).toBe('broadcast');
  const another = await customer();
  await changedBefore(another, 3);
  const id = await withdraw(another, '0.6', OTHER);
  expect(await statusOf(another, id)).toBe('requested');
  const shown = await read('suspended', `withdrawal:${id}`);
  expect(shown.facts).toContainEqual({
    label: 'Found',
    value: expect.stringMatching(
      /^First-time recipient after a security change: EUR 1,\d{3}\.\d\d to where nothing was sent before, 3 hours /,
    ),
  });
  const third = await customer();
  await changedBefore(third, 145);
  expect(await statusOf(third, await withdraw(third, '0.6', OTHER))).toBe('broadcast');
});

test('KEEP-08 a suspension ends by itself after ten business days: it goes on, once', async () => {
  const { who, id, held } = await suspended();
  const from = kopa.clock.now() - 310_000;
  expect(await decide('suspended', held, 'report', 'Report 2026-18.')).toMatchObject({ ok: true });
  const shown = await read('suspended', held);
  expect(shown.decisions).toEqual(['confirm', 'release', 'reject']);
  const end = Date.parse(shown.due_at ?? '');
  expect(Math.abs(end - businessDaysAfter(from, 10))).toBeLessThan(60_000);
  kopa.clock.advance(end - 1000 - kopa.clock.now());
  await suspensionLoop.round(kopa.deps, new AbortController().signal);
  await moveDue(kopa.deps);
  expect(await statusOf(who, id)).toBe('requested');
  kopa.clock.advance(2000);
  await Promise.all([endSuspensions(kopa.deps), endSuspensions(kopa.deps)]);
  await Promise.all([moveDue(kopa.deps), moveDue(kopa.deps)]);
  expect(await statusOf(who, id)).toBe('broadcast');
  expect(await cases()).toEqual([]);
  const log = await kopa.db
    .selectFrom('audit_log')
    .select(['actor', 'detail'])
    .where('action', '=', 'suspension ended')
    .execute();
  expect(log).toEqual([{ actor: 'rules', detail: JSON.stringify({ case: `held ${held}` }) }]);
});

test('KEEP-08 a confirmed suspension goes on until somebody decides, and so does a match on a list', async () => {
  const { who, id, held } = await suspended();
  expect(await decide('suspended', held, 'confirm'), 'nothing was reported').toMatchObject({
    ok: false,
  });
  await decide('suspended', held, 'report');
  expect(await decide('suspended', held, 'confirm', 'Order 7.')).toMatchObject({ ok: true });
  expect(await decide('suspended', held, 'confirm')).toMatchObject({ ok: false });
  expect(await read('suspended', held)).toMatchObject({
    due_at: null,
    decisions: ['release', 'reject'],
  });
  const another = await customer();
  await listInSandbox(kopa.db, kopa.clock.now, OTHER);
  const listed = await withdraw(another, '0.1', OTHER);
  await decide('held', `withdrawal:${listed}`, 'report');
  expect((await read('held', `withdrawal:${listed}`)).decisions).toEqual(['release', 'reject']);
  kopa.clock.advance(40 * DAY_MS);
  await endSuspensions(kopa.deps);
  await moveDue(kopa.deps);
  expect(await statusOf(who, id)).toBe('requested');
  expect(await statusOf(another, listed)).toBe('requested');
  expect(await decide('suspended', held, 'release')).toMatchObject({ ok: true });
  await moveDue(kopa.deps);
  expect(await statusOf(who, id)).toBe('broadcast');
});

test('KEEP-08 a suspension that nobody looked at ends, too, and its report stays due', async () => {
  const { who, id } = await suspended();
  const [before] = await cases();
  kopa.clock.advance(20 * DAY_MS);
  await endSuspensions(kopa.deps);
  await moveDue(kopa.deps);
  expect(await statusOf(who, id)).toBe('broadcast');
  await registerLarge(kopa.deps);
  expect(await cases()).toMatchObject([
    {
      kind: 'monitoring',
      id: `through:withdrawal:${id}`,
      title: 'Monitoring: Money straight through',
      due_at: before?.due_at,
    },
  ]);
});

test('KEEP-08 without a price a withdrawal waits only where a rule may suspend it, and goes on once there is one', async () => {
  const silent: Deps = {
    ...kopa.deps,
    parties: {
      ...kopa.deps.parties,
      market: { ...kopa.deps.parties.market, price: () => Promise.resolve(undefined) },
    },
  };
  const ask = async (who: Member) => {
    const { data } = await who.must(createWithdrawal, {
      amount: '0.1',
      cryptoAddress: OTHER,
      paymentRouteId: 'eth-ethereum',
      password,
    });
    await sendDue(kopa.deps);
    kopa.clock.advance(310_000);
    await moveDue(silent);
    return data.withdrawal_id;
  };
  const ordinary = await customer();
  expect(await statusOf(ordinary, await ask(ordinary))).toBe('broadcast');
  const changed = await customer();
  await changedBefore(changed, 3);
  const id = await ask(changed);
  expect(await statusOf(changed, id)).toBe('requested');
  kopa.clock.advance(120_000);
  await moveDue(kopa.deps);
  expect(await statusOf(changed, id)).toBe('broadcast');
});

test('KEEP-08 EUR 15,000 and more goes on and comes to the desk: reported within one business day, or not, once', async () => {
  const who = await customer({ market: 'EUR' });
  const first = await withdraw(who, '5');
  await registerLarge(kopa.deps);
  expect(await cases()).toEqual([]);
  const second = await withdraw(who, '4');
  const at = kopa.clock.now();
  await Promise.all([registerLarge(kopa.deps), registerLarge(kopa.deps)]);
  expect(await statusOf(who, second)).toBe('broadcast');
  const id = `large:withdrawal:${second}`;
  const [found, ...others] = await cases();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: 'monitoring', id, customer: who.email, clocks: [] });
  expect(found?.title).toBe('Monitoring: EUR 15,000 or more');
  expect(Math.abs(Date.parse(found?.due_at ?? '') - businessDaysAfter(at, 1))).toBeLessThan(60_000);
  const shown = await read('monitoring', id);
  expect(shown.decisions).toEqual(['nothing', 'report']);
  expect(shown.facts[0]).toMatchObject({
    label: 'Found',
    value: expect.stringMatching(
      /^2 transfers out: EUR 1\d,\d{3}\.\d\d together, within 24 hours$/,
    ),
  });
  const lines = shown.facts.filter(({ label }) => label.startsWith('Transfer '));
  expect(lines.map(({ value }) => value)).toEqual([
    expect.stringContaining(`withdrawal:${second}`),
    expect.stringContaining(`withdrawal:${first}`),
  ]);
  for (const none of ['release', 'reject', 'close', 'confirm'] as const) {
    expect(await decide('monitoring', id, none)).toMatchObject({ ok: false });
  }
  const tried = await Promise.all([
    decide('monitoring', id, 'report', 'Report 2026-19.'),
    decide('monitoring', id, 'nothing'),
  ]);
  expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await cases()).toEqual([]);
  expect(await read('monitoring', id)).toMatchObject({ decisions: [], clocks: [] });
  // What was found is not counted again.
  await withdraw(who, '0.3');
  await registerLarge(kopa.deps);
  expect(await cases()).toEqual([]);
});

test('KEEP-08 what came by bank and card counts as well, and enters no register of crypto', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person({ market: 'EUR' });
  const now = new Date(clock.now());
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer,
      reference, state, reason, seen_at, ask_at, ended_at)
    values ('b-1', 'x-1', ${who.id}, 'EUR', '9000.00', 'Test Person', '', 'credited', '',
      ${now}, ${now}, ${now})`.execute(db);
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at, paid_at)
    values ('p-1', ${who.id}, '6000.00', 'EUR', 1, 'BTC', '1', '1', 't', 'success', ${now}, ${now})`.execute(
    db,
  );
  await registerLarge(kopa.deps);
  expect(await cases()).toMatchObject([{ customer: who.email, kind: 'monitoring' }]);
  const { rows } = await sql`select 1 from large_transfers`.execute(db);
  expect(rows).toEqual([]);
});

test('KEEP-13 beside the documents’ clock stand AUSTRAC’s, for customers of the Australian market', async () => {
  const { held } = await suspended({ market: 'AUD' });
  const suspendedAt = kopa.clock.now() - 310_000;
  const [found] = await cases();
  expect(found?.clocks?.map(({ title }) => title)).toEqual([
    'AUSTRAC, terrorism financing suspected',
    'AUSTRAC, other suspicion',
  ]);
  const due = found?.clocks?.map(({ due_at }) => Date.parse(due_at)) ?? [];
  const expected = [suspendedAt + DAY_MS, businessDaysAfter(suspendedAt, 3, SYDNEY)];
  for (const [at, until] of expected.entries()) {
    expect(Math.abs((due[at] ?? 0) - until)).toBeLessThan(60_000);
  }
  expect((await read('suspended', held)).clocks).toEqual(found?.clocks);
  await decide('suspended', held, 'report');
  expect((await read('suspended', held)).clocks).toEqual([]);

  const large = await customer({ market: 'AUD' });
  const id = await withdraw(large, '9');
  await registerLarge(kopa.deps);
  const happened = kopa.clock.now();
  const shown = await read('monitoring', `large:withdrawal:${id}`);
  expect(shown.clocks?.map(({ title }) => title)).toEqual([
    'AUSTRAC, threshold or international transfer',
  ]);
  expect(shown.clocks?.[0]?.due_at).toBe(
    new Date(businessDaysAfter(happened, 10, SYDNEY)).toISOString(),
  );
});

test('KEEP-08 what was found cannot be changed, and is decided once', async () => {
  const who = await customer();
  await withdraw(who, '9');
  await registerLarge(kopa.deps);
  const [found] = await cases();
  await decide('monitoring', found?.id ?? '', 'nothing', 'A house was bought.');
  const changes = [
    sql`update monitoring_hits set found = 'less'`,
    sql`update monitoring_hits set decided_why = 'another'`,
    sql`update monitoring_hits set report_by = now()`,
    sql`delete from monitoring_hits`,
    sql`truncate monitoring_hits`,
  ];
  for (const change of changes) {
    await expect(change.execute(kopa.db)).rejects.toThrow('the register cannot be changed');
  }
  const { columns, data } = await kopa.api.must(
    exportRegister,
    { register: 'monitoring', after: '' },
    await signedIn(officer),
  );
  const row = Object.fromEntries(columns.map((column, at) => [column, data[0]?.[at]]));
  expect(row).toMatchObject({
    Rule: 'EUR 15,000 or more',
    Customer: who.email,
    Suspended: 'no',
    Outcome: 'nothing',
    By: officer.email,
    Reason: 'A house was bought.',
  });
  const log = await kopa.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'decided case')
    .execute();
  expect(log).toHaveLength(1);
  expect(JSON.stringify(log)).not.toContain('A house');
});

test('KEEP-08 the facts of one transfer come from its customer’s part of the index', async () => {
  const who = await customer();
  const at = kopa.clock.now();
  await sql`insert into transfer_values select 'deposit:many-' || i, users.id, 'in',
      ${new Date(at)}::timestamptz - make_interval(hours => i), 100, now()
    from users, generate_series(1, 2000) as i where users.id = ${who.id}`.execute(kopa.db);
  const moved = await movementsNear(kopa.db, who.id, at);
  // One by one for a week, and before that each day in one.
  expect(moved.filter(({ id }) => id !== '')).toHaveLength(168);
  const days = moved.filter(({ id }) => id === '');
  expect(days.length).toBeLessThan(92);
  const [first, last] = [
    Math.max(...days.map((one) => one.at)),
    Math.min(...days.map((one) => one.at)),
  ];
  expect(at - first).toBeGreaterThan(7 * DAY_MS);
  expect(at - last).toBeLessThanOrEqual(97 * DAY_MS);
  await sql`analyze transfer_values`.execute(kopa.db);
  const { rows } = await sql`explain select id from transfer_values
    where user_id = 'somebody' and happened_at between now() - interval '7 days' and now()`.execute(
    kopa.db,
  );
  expect(JSON.stringify(rows)).toMatch(/transfer_values_(?:user|linked)/);
  await deposit(kopa.deps, who.id, 'BTC', '1');
});

/** Making so many takes long on a machine with other work on it. */
const PATIENT = { timeout: 120_000 };

test(
  'KEEP-08 KEEP-10 ten thousand cases stand in the order they are due, each once: the index gives the page',
  PATIENT,
  async () => {
    const { db } = kopa.deps;
    const who = await customer();
    await sql`insert into transfer_values select 'deposit:many-' || i, users.id, 'in', now(), 100, now()
      from users, generate_series(1, 10000) as i where users.id = ${who.id}`.execute(db);
    await sql`insert into monitoring_hits (id, rule, transfer, transfers, found, hit_at, suspends,
        report_by)
      select 'large:deposit:many-' || i, 'large', 'deposit:many-' || i, array['deposit:many-' || i],
        'x', now(), false, now() + make_interval(hours => (i * 7919) % 500)
      from generate_series(1, 10000) as i`.execute(db);
    const by = await signedIn(officer);
    const seen: string[] = [];
    const ids = new Set<string>();
    let after: string | undefined = '';
    while (after !== undefined && ids.size < 10_100) {
      const page: AnswerOf<typeof listCases> = await kopa.api.must(listCases, { after }, by);
      expect(page.open).toBe(10_000);
      seen.push(...page.data.map(({ due_at }) => due_at ?? ''));
      for (const { id } of page.data) ids.add(id);
      after = page.next;
    }
    expect(seen).toEqual([...seen].sort());
    expect(ids.size).toBe(10_000);
    await sql`analyze monitoring_hits`.execute(db);
    const { rows } = await sql`explain select id from monitoring_hits
      where report_by is not null and decided_at is null order by report_by, id limit 51`.execute(
      db,
    );
    expect(JSON.stringify(rows)).toContain('monitoring_hits_open');
  },
);
