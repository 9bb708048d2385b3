import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { type CaseRow, getCase, listCases } from '#core/contract/staff/desk.ts';
import { type CaseDecision, type CaseKind, caseKinds } from '#core/contract/staff/desk-act.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import { endSuspensions } from '#server/services/checks/screening/suspensions.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { endHolderCase } from '#server/services/money-in/purchases/card-holder.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { storedText } from '#tests/support/stored-text.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const HOUR = 3_600_000;

let officer: Member;
let other: Member;
const kopa = sharedWorld({ booksByHand: true });
beforeAll(async () => {
  officer = await kopa.officer();
  other = await kopa.officer();
  await kopa.sandbox.market('ETH', '2000');
  await listInSandbox(kopa.db, kopa.clock.now, ETH);
});

const now = () => new Date(kopa.clock.now());
const ago = (hours: number) => new Date(kopa.clock.now() - hours * HOUR);

let made = 0;
const next = (): string => `moved-${++made}`;

interface Case {
  readonly kind: CaseKind;
  readonly id: string;
  readonly who: Member;
}

const named = ({ kind, id }: Case) => ({ kind, id });

const referenceOf = ({ id }: Case): string => id.slice(id.indexOf(':') + 1);

/** A withdrawal to an address that is on a list, held by now. */
async function withdrawal(amount = '0.5'): Promise<Case> {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const sent = { amount, cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  const { data } = await who.must(createWithdrawal, sent);
  await sendDue(kopa.deps);
  await moveDue(kopa.deps);
  return { kind: 'held', id: `withdrawal:${data.withdrawal_id}`, who };
}

const cancels = (one: Case) => one.who.must(cancelWithdrawal, { withdrawal_id: referenceOf(one) });
const stopped =
  (why: 'password-reset' | 'debt') =>
  ({ who }: Case) =>
    inTransaction(kopa.db, (tx) => cancelWaiting(kopa.deps, tx, who.id, why));
const leaves = (one: Case) =>
  sql`update withdrawals set sending = true where id = ${referenceOf(one)}`.execute(kopa.db);
const closes = ({ who }: Case) => who.must(deleteAccount, { password });

/** Our own rules have found something in a withdrawal. */
async function suspended(): Promise<Case> {
  const { id, who } = await withdrawal();
  await sql`update screenings set matched = 'rule:through' where id = ${id}`.execute(kopa.db);
  return { kind: 'suspended', id, who };
}

/** The party has not answered for two hours. */
async function unanswered(): Promise<Case> {
  const one = await withdrawal();
  await sql`update screenings set state = 'asked', matched = '', asked_at = ${ago(2)}, decide_by = null,
    due_at = ${now()} where id = ${one.id}`.execute(kopa.db);
  return one;
}

/** The lists name somebody. */
async function person(): Promise<Case> {
  const who = await kopa.person();
  const id = `customer:${who.id}`;
  await sql`insert into screenings (id, subject, reference, user_id, state, matched, asked_at,
      answered_at, decide_by)
    values (${id}, 'customer', ${who.id}, ${who.id}, 'match', 'sandbox:x', ${ago(1)}, ${ago(1)}, ${now()})
    on conflict (id) do update set state = 'match', matched = 'sandbox:x', answered_at = ${ago(1)}`.execute(
    kopa.db,
  );
  return { kind: 'held', id, who };
}

/** A match in what came in. */
async function arrival(subject: 'deposit' | 'transfer'): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  if (subject === 'deposit') {
    await sql`insert into deposits (id, user_id, network, currency, units, transaction_hash,
        confirmations, confirmations_needed, state, seen_at, ask_at, senders)
      values (${id}, ${who.id}, 'Ethereum', 'ETH', 100000000, ${id}, 1, 12, 'pending', ${now()},
        ${now()}, '')`.execute(kopa.db);
  } else await transferRow(id, who, 'checking', '');
  await sql`insert into screenings (id, subject, reference, user_id, state, matched, asked_at,
      answered_at, decide_by)
    values (${`${subject}:${id}`}, ${subject}, ${id}, ${who.id}, 'match', 'sandbox:x', ${ago(1)},
      ${ago(1)}, ${now()})`.execute(kopa.db);
  return { kind: 'held', id: `${subject}:${id}`, who };
}

const transferRow = (id: string, who: Member, state: string, reason: string, seen = now()) =>
  sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
      reason, seen_at, ask_at)
    values (${id}, ${id}, ${who.id}, 'EUR', '12.00', 'Tess Person', '', ${state}, ${reason}, ${seen},
      ${now()})`.execute(kopa.db);

const becomes = (table: string, state: string) => (one: Case) =>
  sql`update ${sql.table(table)} set state = ${state} where id = ${referenceOf(one)}`.execute(
    kopa.db,
  );

async function transferAside(): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  await transferRow(id, who, 'aside', 'near-name');
  return { kind: 'bank-aside', id, who };
}

async function stuckTransfer(): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  await transferRow(id, who, 'pending', '', ago(24 * 20));
  return { kind: 'stuck', id: `transfer:${id}`, who };
}

async function depositAside(): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  await sql`insert into deposits_aside (id, external_id, reason, network, address, tag, currency,
      amount, transaction_hash, output_index, confirmations, status, seen_at, reported_at)
    values (${id}, ${id}, 'unreadable', '', '', '', '', '', '', 0, 0, 'pending', ${now()}, ${now()})`.execute(
    kopa.db,
  );
  return { kind: 'deposit-aside', id, who };
}

async function payee(): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  await sql`insert into saved_addresses (id, user_id, kind, label, currency, holder, bsb,
      account_number, created_at, payee_refused_at)
    values (${id}, ${who.id}, 'fiat', 'Bank', 'AUD', 'Test Person', '062-000', '12345678', ${now()},
      ${now()})`.execute(kopa.db);
  return { kind: 'payee', id, who };
}

/** A document of another name that shows whose account it is, for a session that has not ended. */
async function identity(): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  await sql`insert into identity_cases (id, user_id, check_name, first_name, last_name, latin_name,
      born, country, match, made_at)
    values (${id}, ${who.id}, '', 'Ivan', 'Other', 'Ivan Other', '', '', 'near', ${now()})`.execute(
    kopa.db,
  );
  return { kind: 'identity', id, who };
}

async function purchase(who: Member, status: string, refused: Date | null = null): Promise<string> {
  const id = next();
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at, paid_at, refund_refused_at)
    values (${id}, ${who.id}, '12.00', 'EUR', 100, 'BTC', '12', '1', ${id}, ${status}, ${now()},
      ${now()}, ${refused})`.execute(kopa.db);
  return id;
}

async function cardHolder(): Promise<Case> {
  const who = await kopa.person();
  const id = await purchase(who, 'pending');
  await sql`insert into card_holder_cases (purchase_id, user_id, holder, match, made_at)
    values (${id}, ${who.id}, 'Tess Person', 'near', ${now()})`.execute(kopa.db);
  return { kind: 'card-holder', id, who };
}

async function stuckRefund(): Promise<Case> {
  const who = await kopa.person();
  const id = await purchase(who, 'refunding', now());
  return { kind: 'stuck', id: `purchase:${id}`, who };
}

async function chargeBack(): Promise<Case> {
  const who = await kopa.person();
  const id = await purchase(who, 'failed');
  await sql`insert into charge_backs (purchase_id, user_id, currency, charged, owed, found_at, heard_at)
    values (${id}, ${who.id}, 'EUR', 500, 500, ${now()}, ${now()})`.execute(kopa.db);
  return { kind: 'charge-back', id, who };
}

async function debt(): Promise<Case> {
  const who = await kopa.person();
  const id = next();
  await sql`insert into debt_cases (id, former_id, user_id, match, found_at)
    values (${id}, ${id}, ${who.id}, 'same', ${now()})`.execute(kopa.db);
  return { kind: 'debt', id, who };
}

async function ending(): Promise<Case> {
  const who = await kopa.person();
  await sql`insert into endings (user_id, at_once, officer, reason, noticed_at, ends_at, claim_until,
      look_at, waits_for)
    values (${who.id}, true, ${officer.id}, 'x', ${ago(99)}, ${ago(98)}, ${ago(1)}, ${now()}, 'x')`.execute(
    kopa.db,
  );
  return { kind: 'ending', id: who.id, who };
}

async function closedMoney(): Promise<Case> {
  const who = await kopa.person();
  const about = await purchase(who, 'success');
  const id = next();
  await sql`insert into closed_money (id, former_id, cause, about, currency, units, told, came_at, due_at)
    values (${id}, ${who.id}, 'card', ${about}, 'BTC', 100, true, ${now()}, ${now()})`.execute(
    kopa.db,
  );
  return { kind: 'closed-money', id, who };
}

async function listed(): Promise<readonly CaseRow[]> {
  const rows: CaseRow[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: AnswerOf<typeof listCases> = await officer.must(listCases, { after });
    rows.push(...page.data);
    after = page.next;
  }
  return rows;
}

const isListed = async ({ kind, id }: Case): Promise<boolean> =>
  (await listed()).some((row) => row.kind === kind && row.id === id);

const booksOf = [
  ...['customer_requests', 'screenings', 'monitoring_hits', 'deposits', 'deposits_aside'],
  ...['bank_transfers', 'saved_addresses', 'risk_decisions', 'data_updates', 'endings'],
  ...['charge_backs', 'card_holder_cases', 'identity_cases', 'debt_cases', 'closed_money'],
  ...['desk_proposals', 'desk_decisions', 'notices', 'mail_outbox', 'purchases', 'withdrawals'],
  ...['journals', 'postings', 'travel_rule'],
];

/** Whatever a decision could have written, but for sessions, nonces and that somebody looked. */
const books = (): Promise<string> =>
  storedText(kopa.db, booksOf, [
    'decided case',
    'proposed decision',
    'decided about held transfer',
  ]);

interface Row {
  readonly kind: CaseKind;
  readonly how: string;
  readonly make: () => Promise<Case>;
  readonly moves: (one: Case) => Promise<unknown>;
  /** What is still offered; the case stays in the list as long as something is. */
  readonly offers?: readonly CaseDecision[];
  /** What the officer reads: of the case, and on a decision that it does not offer. */
  readonly told: RegExp;
  /** The case is gone with what it was about. */
  readonly isGone?: true;
}

const reported = async (): Promise<Case> => {
  const one = await withdrawal();
  expect(await officer.decides(named(one), 'report')).toMatchObject({ ok: true });
  return one;
};

const left = ['report', 'nothing'] as const;

/** Every kind of case by the ways in which what is behind it moves on without an officer of the desk. */
const rows: readonly Row[] = [
  ...[
    { how: 'cancelled by its customer', moves: cancels, told: /customer has cancelled/ },
    {
      how: 'stopped by a freeze',
      moves: ({ who }: Case) => who.must(freezeAccount, { password }),
      told: /froze the account/,
    },
    {
      how: 'stopped by a new password by mail',
      moves: stopped('password-reset'),
      told: /new password was set by email/,
    },
    {
      how: 'stopped by an identity check that was taken back',
      moves: ({ who }: Case) => kopa.sandbox.kyc(who.email, 'rejected'),
      told: /identity check is no longer approved/,
    },
    { how: 'stopped by a recall', moves: stopped('debt'), told: /took a transfer back/ },
    { how: 'being sent', moves: leaves, told: /being sent/ },
  ].map((one) => ({ kind: 'held', make: withdrawal, offers: left, ...one }) as const),
  {
    ...{ kind: 'held', how: 'reported, then cancelled by its customer', make: reported },
    ...{ moves: cancels, told: /customer has cancelled/ },
  },
  {
    ...{ kind: 'held', how: 'without an answer, and cancelled by its customer', make: unanswered },
    ...{ moves: cancels, told: /customer has cancelled/ },
  },
  {
    kind: 'suspended',
    how: 'over by itself',
    make: async () => {
      const one = await suspended();
      await sql`update screenings set suspended_until = ${ago(1)} where id = ${one.id}`.execute(
        kopa.db,
      );
      return one;
    },
    moves: () => endSuspensions(kopa.deps),
    told: /the rules has decided|suspension ended/,
  },
  {
    ...{ kind: 'suspended', how: 'cancelled by its customer', make: suspended, offers: left },
    ...{ moves: cancels, told: /customer has cancelled/ },
  },
  {
    ...{ kind: 'held', how: 'somebody whose account is closed', make: person, offers: left },
    moves: ({ who }) =>
      sql`update users set deleted_at = ${now()} where id = ${who.id}`.execute(kopa.db),
    told: /account is closed/,
  },
  {
    ...{ kind: 'held', how: 'a deposit that disappeared', make: () => arrival('deposit') },
    ...{ moves: becomes('deposits', 'dropped'), offers: left, told: /credited to nobody/ },
  },
  {
    ...{ kind: 'held', how: 'a transfer that was set aside', make: () => arrival('transfer') },
    ...{ moves: becomes('bank_transfers', 'aside'), offers: left, told: /a case of its own/ },
  },
  {
    ...{ kind: 'held', how: 'a transfer that went back', make: () => arrival('transfer') },
    ...{ moves: becomes('bank_transfers', 'returned'), offers: left, told: /went back/ },
  },
  {
    ...{ kind: 'held', how: 'a credited transfer taken back', make: () => arrival('transfer') },
    ...{ moves: becomes('bank_transfers', 'recalled'), offers: left, told: /taken back/ },
  },
  {
    ...{ kind: 'deposit-aside', how: 'readable since', make: depositAside, isGone: true },
    moves: ({ id }) => sql`delete from deposits_aside where id = ${id}`.execute(kopa.db),
    told: /is gone/,
  },
  {
    ...{ kind: 'bank-aside', how: 'of an account that is closed', make: transferAside },
    ...{ moves: closes, offers: ['reject'], told: /account is closed/ },
  },
  {
    kind: 'closed-money',
    how: 'taken back by the card’s bank',
    make: closedMoney,
    moves: ({ id, who }) =>
      sql`insert into charge_backs
        (purchase_id, user_id, currency, charged, owed, found_at, heard_at)
      select about, ${who.id}, 'EUR', 500, 500, ${now()}, ${now()} from closed_money where id = ${id}`.execute(
        kopa.db,
      ),
    offers: ['book'],
    told: /bank has taken this payment back/,
  },
  {
    ...{ kind: 'payee', how: 'removed by its customer', make: payee, isGone: true },
    moves: ({ id }) => sql`delete from saved_addresses where id = ${id}`.execute(kopa.db),
    told: /is gone/,
  },
  { kind: 'payee', how: 'closed', make: payee, moves: closes, isGone: true, told: /is gone/ },
  {
    kind: 'identity',
    how: 'over, as its session',
    make: identity,
    moves: ({ id }) =>
      sql`update identity_cases set check_name = 'session-over' where id = ${id}`.execute(kopa.db),
    told: /has ended/,
  },
  {
    ...{ kind: 'card-holder', how: 'paid back', make: cardHolder },
    moves: ({ id }) => inTransaction(kopa.db, (tx) => endHolderCase(kopa.deps, tx, id)),
    told: /has decided this case|The payment has ended/,
  },
  {
    ...{ kind: 'charge-back', how: 'paid by its customer', make: chargeBack, offers: ['close'] },
    moves: ({ id }) =>
      sql`update charge_backs set owed = 0 where purchase_id = ${id}`.execute(kopa.db),
    told: /not what can be done/,
  },
  { kind: 'debt', how: 'closed', make: debt, moves: closes, isGone: true, told: /is gone/ },
  { kind: 'ending', how: 'closed', make: ending, moves: closes, isGone: true, told: /is gone/ },
  {
    ...{ kind: 'stuck', how: 'a transfer that its bank settled', make: stuckTransfer },
    ...{ moves: becomes('bank_transfers', 'credited'), told: /ended meanwhile: it is credited/ },
  },
  {
    ...{ kind: 'stuck', how: 'a refund that its provider made', make: stuckRefund },
    moves: (one) =>
      sql`update purchases set status = 'refunded' where id = ${referenceOf(one)}`.execute(kopa.db),
    told: /ended meanwhile: it is refunded/,
  },
  {
    kind: 'stuck',
    how: 'a refund that is asked for again',
    make: stuckRefund,
    moves: (one) =>
      sql`update purchases set refund_refused_at = null where id = ${referenceOf(one)}`.execute(
        kopa.db,
      ),
    told: /not stuck now/,
  },
];

test.each(rows.map((row) => [row.kind, row.how, row] as const))(
  'KEEP-10 a %s that is %s offers only what is left to decide, and says what has become of it; anything else changes nothing',
  async (_kind, _how, { make, moves, offers = [], told, isGone }) => {
    const one = await make();
    const which = named(one);
    expect(await isListed(one)).toBe(true);
    const seen = (await officer.must(getCase, which)).data;
    expect(seen.became).toBeUndefined();
    await moves(one);
    const before = await books();
    expect(await isListed(one)).toBe(offers.length > 0);
    if (isGone) expect(await officer.call(getCase, which)).toMatchObject({ status: 404 });
    else {
      const { data } = await officer.must(getCase, which);
      expect(data.decisions).toEqual(offers);
      if (data.became !== undefined) expect(data.became).toMatch(told);
    }
    for (const by of [officer, other]) {
      for (const decision of seen.decisions.filter((old) => !offers.includes(old))) {
        const reply = await by.decides(which, decision, { seen: seen.seen ?? '' });
        expect(reply).toMatchObject({ ok: false, refusal: {} });
        expect(!reply.ok && reply.refusal.message).toMatch(told);
      }
    }
    expect(await books()).toBe(before);
    for (const decision of offers) {
      expect(['confirm', 'release']).not.toContain(decision);
    }
  },
);

test('KEEP-10 every kind of case is in the table above, but for what nobody else moves', () => {
  // What a customer asked, what the rules found in the past and a risk group end by an officer alone.
  const alone: readonly CaseKind[] = ['request', 'monitoring', 'risk'];
  const tried = new Set(rows.map(({ kind }) => kind));
  expect(caseKinds.filter((kind) => !tried.has(kind)).toSorted()).toEqual(alone.toSorted());
});

test('KEEP-10 what a second officer confirms is offered then: a release that was proposed before the customer cancelled is none', async () => {
  const one = await withdrawal('15');
  const which = named(one);
  expect(await officer.decides(which, 'release')).toMatchObject({ value: { second: true } });
  await cancels(one);
  const before = await books();
  expect((await other.must(getCase, which)).data.proposed).toBeNull();
  const second = await other.decides(which, 'release');
  expect(!second.ok && second.refusal.message).toMatch(/customer has cancelled/);
  expect(await books()).toBe(before);
  expect(await one.who.holds('ETH')).toEqual(['20', '0', '0']);
});

test.each([
  ['report', 'match'],
  ['nothing', 'match'],
] as const)(
  'KEEP-08 a finding in what was cancelled is still decided: %s closes its case, moves no money and lets nothing go on',
  async (decision, state) => {
    const one = await withdrawal();
    await cancels(one);
    const row = (await listed()).find(({ id }) => id === one.id);
    expect(row?.about).toMatch(/customer has cancelled/);
    expect(await officer.decides(named(one), decision)).toMatchObject({ value: { second: false } });
    expect(await isListed(one)).toBe(false);
    const { data } = await officer.must(getCase, named(one));
    expect(data).toMatchObject({ decisions: [], decided: { by: officer.email } });
    const stored = await kopa.db
      .selectFrom('screenings')
      .select(['state', 'reported_at'])
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(stored.state).toBe(state);
    expect(stored.reported_at !== null).toBe(decision === 'report');
    expect(await one.who.holds('ETH')).toEqual(['20', '0', '0']);
    for (const late of left) {
      expect(await other.decides(named(one), late)).toMatchObject({ ok: false });
    }
  },
);

test.each([
  [
    'a document that came since',
    identity,
    'theirs',
    ({ id }: Case) =>
      sql`update identity_cases set first_name = 'Boris' where id = ${id}`.execute(kopa.db),
  ],
  [
    'an entry that was found since',
    withdrawal,
    'release',
    ({ id }: Case) =>
      sql`update screenings set matched = matched || ' sandbox:y' where id = ${id}`.execute(
        kopa.db,
      ),
  ],
  [
    'a dispute that took more since',
    chargeBack,
    'close',
    ({ id }: Case) =>
      sql`update charge_backs set owed = 900, charged = 900 where purchase_id = ${id}`.execute(
        kopa.db,
      ),
  ],
] as const)(
  'KEEP-10 a decision is about what its officer has read: %s is decided by nobody who has not seen it',
  async (_what, make, decision, changes) => {
    const one = await make();
    const read = async () => (await officer.must(getCase, named(one))).data.version ?? '';
    const old = await read();
    await changes(one);
    const before = await books();
    const late = await officer.decides(named(one), decision, { version: old });
    expect(!late.ok && late.refusal.message).toMatch(/has changed since you opened it/);
    expect(await books()).toBe(before);
    const now = await officer.decides(named(one), decision, { version: await read() });
    expect(now).toMatchObject({ ok: true });
  },
);

test('KEEP-10 no command decides about what has ended either', async () => {
  const one = await withdrawal();
  await cancels(one);
  const before = await books();
  for (const decision of ['released', 'rejected'] as const) {
    const told = { id: one.id, decision, reason: 'sure' };
    expect(await decideHeld(kopa.deps, told, { actor: 'operator test' })).toBe('over');
  }
  expect(await books()).toBe(before);
});

test('KEEP-10 of a cancellation and a release at one moment one comes first, and the books say which', async () => {
  const one = await withdrawal();
  const [, release] = await Promise.all([
    one.who.call(cancelWithdrawal, { withdrawal_id: referenceOf(one) }),
    officer.decides(named(one), 'release'),
  ]);
  const { status } = await one.who.withdrawal(referenceOf(one));
  const { state } = await kopa.db
    .selectFrom('screenings')
    .select('state')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe(release.ok ? 'released' : 'match');
  expect(status).toBe('cancelled');
});
