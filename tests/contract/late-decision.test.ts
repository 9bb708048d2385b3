import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { sendRequest } from '#core/contract/account/request.ts';
import { decideCase, eraseArchive, extendArchive, getCase } from '#core/contract/staff/desk.ts';
import { type CaseDecision, type CaseKind, caseKinds } from '#core/contract/staff/desk-act.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { storedText } from '#tests/support/stored-text.ts';
import { sharedWorld } from '#tests/support/world.ts';

let slow: Member;
let quick: Member;
const kopa = sharedWorld();
beforeAll(async () => {
  slow = await kopa.officer();
  quick = await kopa.officer();
});

const DAY = 24 * 3_600_000;
const now = () => new Date(kopa.clock.now());
const inDays = (days: number): string => new Date(kopa.clock.now() + days * DAY).toISOString();

let made = 0;
const next = (): string => `late-${++made}`;

async function held(
  more: { readonly reported?: boolean; readonly matched?: string } = {},
): Promise<string> {
  const who = await kopa.person();
  const id = `customer:${who.id}`;
  const soon = new Date(inDays(5));
  const [reported, until] = more.reported ? [now(), soon] : [null, null];
  await sql`insert into screenings
      (id, subject, reference, user_id, state, matched, asked_at, answered_at, reported_at,
      suspended_until, decide_by)
    values (${id}, 'customer', ${who.id}, ${who.id}, 'match', ${more.matched ?? 'sandbox:somebody'}, ${now()}, ${now()},
      ${reported}, ${until}, ${soon})
    on conflict (id) do update set state = excluded.state, matched = excluded.matched,
      answered_at = excluded.answered_at, reported_at = excluded.reported_at,
      suspended_until = excluded.suspended_until, decide_by = excluded.decide_by`.execute(kopa.db);
  return id;
}

async function request(kind: 'complaint' | 'correct', explaining = false): Promise<string> {
  const who = await kopa.person();
  const asked = { key: newKey(), kind, about: '', body: 'Look at it.' };
  const { data } = await who.must(sendRequest, asked);
  if (explaining) {
    await sql`update customer_requests set kind = 'error' where id = ${data.reference}`.execute(
      kopa.db,
    );
  }
  return data.reference;
}

async function finding(): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into transfer_values (id, user_id, direction, happened_at, eur_cents, valued_at)
    values (${id}, ${userId}, 'in', ${now()}, 1600000, ${now()})`.execute(kopa.db);
  await sql`insert into monitoring_hits (id, rule, transfer, transfers, found, suspends, hit_at, report_by)
    values (${id}, 'large', ${id}, ${[id]}, 'much', false, ${now()}, ${new Date(inDays(1))})`.execute(
    kopa.db,
  );
  return id;
}

async function depositAside(): Promise<string> {
  const id = next();
  await sql`insert into deposits_aside (id, external_id, reason, network, address, tag, currency,
    amount, transaction_hash, output_index, confirmations, status, seen_at, reported_at) values
    (${id}, ${id}, 'unknown-address', 'Bitcoin', 'bc1qaside', '', 'BTC', '0.5', 'hash', 0, 3,
    'confirmed', ${now()}, ${now()})`.execute(kopa.db);
  return id;
}

async function transferAside(reason: 'unknown-account' | 'near-name'): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer,
      reference, state, reason, seen_at, ask_at)
    values (${id}, ${id}, ${reason === 'near-name' ? userId : null}, 'EUR', '12.00', 'Tess Person', '',
      'aside', ${reason}, ${now()}, ${now()})`.execute(kopa.db);
  return id;
}

/** An identity check with a document of somebody else. */
async function document(): Promise<string> {
  const who = await kopa.person();
  const other = { first: 'Ivan', last: 'Other', born: '1961-05-05', country: 'RU' };
  await kopa.sandbox.kyc(who.email, 'approved', undefined, other);
  const { id } = await kopa.db
    .selectFrom('identity_cases')
    .select('id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  return id;
}

/** A transfer that its bank has announced long ago, or that has arrived and is not credited. */
async function stuckTransfer(state: 'pending' | 'checking'): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer,
      reference, state, reason, seen_at, ask_at)
    values (${id}, ${id}, ${userId}, 'EUR', '12.00', 'Tess Person', '', ${state}, '',
      ${new Date(inDays(-20))}, ${now()})`.execute(kopa.db);
  return `transfer:${id}`;
}

/** A card payment that its provider refuses to give back. */
async function stuckRefund(): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at, paid_at, refund_refused_at)
    values (${id}, ${userId}, '12.00', 'EUR', 100, 'BTC', '12', '1', ${id}, 'refunding', ${now()},
      ${now()}, ${now()})`.execute(kopa.db);
  return `purchase:${id}`;
}

async function payee(): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into saved_addresses (id, user_id, kind, label, currency, holder, bsb,
      account_number, created_at, payee_refused_at)
    values (${id}, ${userId}, 'fiat', 'Bank', 'AUD', 'Test Person', '062-000', '12345678', ${now()},
      ${now()})`.execute(kopa.db);
  return id;
}

async function riskOf(group: 'high' | 'low'): Promise<string> {
  const { id } = await kopa.person();
  await sql`insert into risk_decisions (user_id, decided_at, risk_group, reason, decided_by)
    values (${id}, ${now()}, ${group}, 'The rules.', null)`.execute(kopa.db);
  await sql`insert into data_updates
      (user_id, risk_group, rules_group, chosen, updated_at, due_at, limited_at, look_at)
    values (${id}, ${group}, ${group}, false, ${now()}, ${new Date(inDays(300))}, ${new Date(inDays(390))},
      ${new Date(inDays(9))})`.execute(kopa.db);
  return id;
}

async function relationship(before?: 'end' | 'end-now'): Promise<string> {
  const { id } = await kopa.person({ balances: { BTC: '1' } });
  if (before) await press({ kind: 'ending', id }, before, quick);
  return id;
}

async function chargeBack(): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at)
    values (${id}, ${userId}, '100', 'AUD', 1, 'BTC', '1', '1', ${id}, 'failed', ${now()})`.execute(
    kopa.db,
  );
  await sql`insert into charge_backs (purchase_id, user_id, currency, found_at, heard_at)
    values (${id}, ${userId}, 'AUD', ${now()}, ${now()})`.execute(kopa.db);
  return id;
}

/** A payment by a card in nearly its customer's name. */
async function cardHolder(): Promise<string> {
  const { id: userId } = await kopa.person();
  const id = next();
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at)
    values (${id}, ${userId}, '12.00', 'EUR', 100, 'BTC', '12', '1', ${id}, 'pending', ${now()})`.execute(
    kopa.db,
  );
  await sql`insert into card_holder_cases (purchase_id, user_id, holder, match, made_at)
    values (${id}, ${userId}, 'Tess Person', 'near', ${now()})`.execute(kopa.db);
  return id;
}

interface Which {
  readonly kind: CaseKind;
  readonly id: string;
}

const press = (
  which: Which,
  decision: CaseDecision,
  by: Member,
  more: { readonly seen?: string; readonly due_at?: string } = {},
) => by.call(decideCase, { ...which, decision, reason: 'Because of that.', ...more });

/** What came for a closed account, and what it owes, is decided by two: their own tests press late. */
const kinds = caseKinds.filter((kind) => kind !== 'closed-money' && kind !== 'debt');

/** Each kind of case, and each decision about it, with how such a case comes about. */
const matrix: Readonly<
  Record<(typeof kinds)[number], readonly (readonly [CaseDecision, () => Promise<string>])[]>
> = {
  request: [
    ['answer', () => request('complaint')],
    ['reject', () => request('correct')],
    ['later', () => request('complaint')],
    ['no-error', () => request('complaint', true)],
  ],
  held: [
    ['report', () => held()],
    ['confirm', () => held({ reported: true })],
    ['release', () => held()],
    ['reject', () => held()],
  ],
  suspended: [
    ['report', () => held({ matched: 'rule:through' })],
    ['confirm', () => held({ matched: 'rule:through', reported: true })],
    ['release', () => held({ matched: 'rule:through' })],
    ['reject', () => held({ matched: 'rule:through' })],
  ],
  monitoring: [
    ['nothing', finding],
    ['report', finding],
  ],
  'deposit-aside': [['close', depositAside]],
  'bank-aside': [
    ['close', () => transferAside('unknown-account')],
    ['release', () => transferAside('near-name')],
    ['reject', () => transferAside('near-name')],
  ],
  identity: [
    ['theirs', document],
    ['not-theirs', document],
  ],
  'card-holder': [
    ['theirs', cardHolder],
    ['not-theirs', cardHolder],
  ],
  payee: [
    ['release', payee],
    ['close', payee],
  ],
  risk: [
    ['high', () => riskOf('high')],
    ['medium', () => riskOf('low')],
    ['low', () => riskOf('high')],
  ],
  ending: [
    ['end', () => relationship()],
    ['end-now', () => relationship()],
    ['later', () => relationship('end-now')],
    ['go-on', () => relationship('end')],
  ],
  // What two decide about money that does not move is tried by its own tests.
  stuck: [
    ['close', () => stuckTransfer('pending')],
    ['reject', () => stuckTransfer('checking')],
    ['go-on', stuckRefund],
  ],
  // That nothing more is owed is decided by two.
  'charge-back': [['close', chargeBack]],
};

const booksOf = [
  ...['customer_requests', 'screenings', 'monitoring_hits', 'deposits_aside', 'bank_transfers'],
  ...['saved_addresses', 'risk_decisions', 'data_updates', 'endings', 'ended_relationships'],
  ...['charge_backs', 'card_holder_cases'],
  ...['desk_proposals', 'desk_decisions', 'notices', 'mail_outbox', 'archived', 'archive_acts'],
  'purchases',
];

/** Whatever a decision could have written, but for nonces, sessions and that somebody looked. */
const books = (): Promise<string> =>
  storedText(kopa.db, booksOf, ['decided case', 'proposed decision', 'erased a closed account']);

const cells = kinds.flatMap((kind) =>
  matrix[kind].map(([decision, make]) => [kind, decision, make] as const),
);

test.each(cells)(
  'HARD-65 a %s that another officer has decided (%s): a late press changes nothing and says by whom',
  async (kind, decision, make) => {
    const which = { kind, id: await make() };
    const { data } = await slow.must(getCase, which);
    const due = decision === 'later' ? { due_at: inDays(kind === 'ending' ? 800 : 60) } : {};
    expect(await press(which, decision, quick, due)).toMatchObject({
      ok: true,
      value: { second: false },
    });
    const before = await books();
    // The same once more, from a page that says what it has seen and from an older one; then anything else.
    const late = [
      await press(which, decision, slow, { ...due, seen: data.seen ?? '' }),
      await press(which, decision, slow, due),
    ];
    for (const other of data.decisions) {
      late.push(
        await press(which, other, slow, {
          seen: data.seen ?? '',
          ...(other === 'later' && { due_at: inDays(70) }),
        }),
      );
    }
    for (const one of late) {
      expect(one).toMatchObject({ ok: false, refusal: { code: 'INVALID_INPUT' } });
      expect(!one.ok && one.refusal.message).toContain(`${quick.email} has decided this case.`);
    }
    expect(await books()).toBe(before);
  },
);

test('HARD-65 every kind of case and every decision that it offers is in the table above', async () => {
  for (const kind of kinds) {
    const offered = new Set<string>();
    for (const [, make] of matrix[kind]) {
      const which = { kind, id: await make() };
      const { data } = await slow.must(getCase, which);
      for (const decision of data.decisions) offered.add(decision);
    }
    expect([kind, matrix[kind].map(([decision]) => decision).sort()]).toEqual([
      kind,
      [...offered].sort(),
    ]);
  }
});

test('HARD-65 of two officers who decide about one relationship at once, one is told of the other', async () => {
  const which = { kind: 'ending', id: await relationship() } as const;
  const both = await Promise.all([
    press(which, 'end', quick, { seen: '' }),
    press(which, 'end-now', slow, { seen: '' }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const [first, late] = both[0]?.ok ? [quick, both[1]] : [slow, both[0]];
  expect(late).toMatchObject({
    refusal: { message: expect.stringContaining(`${first?.email} has decided`) },
  });
});

test('HARD-65 who has seen the last decision may make another one', async () => {
  const which = { kind: 'risk', id: await riskOf('high') } as const;
  await press(which, 'high', quick, { seen: '' });
  const { data } = await slow.must(getCase, which);
  expect(data.seen).not.toBe('');
  const seen = data.seen ?? '';
  expect(await press(which, 'low', slow, { seen })).toMatchObject({ ok: true });
});

test('HARD-65 what is kept of a closed account is erased and extended once, and a late press says by whom', async () => {
  const closed = async (): Promise<string> => {
    const who = await kopa.person();
    await who.must(deleteAccount, { password });
    return who.id;
  };
  const say = (by: Member, endpoint: typeof eraseArchive | typeof extendArchive, id: string) =>
    by.call(endpoint, { id, reason: 'An order.' });
  const id = await closed();
  expect(await say(quick, extendArchive, id)).toMatchObject({ ok: true });
  let before = await books();
  expect(await say(slow, extendArchive, id)).toMatchObject({
    refusal: { message: expect.stringContaining(`${quick.email} has had this account kept`) },
  });
  expect(await books()).toBe(before);

  expect(await say(slow, eraseArchive, id)).toMatchObject({ value: { second: true } });
  expect(await say(quick, eraseArchive, id)).toMatchObject({ value: { second: false } });
  before = await books();
  for (const endpoint of [eraseArchive, extendArchive]) {
    expect(await say(slow, endpoint, id)).toMatchObject({
      refusal: { message: expect.stringContaining(`${quick.email} has erased`) },
    });
  }
  expect(await books()).toBe(before);

  // All at once: one asks, one confirms, and no request is left behind.
  const other = await closed();
  const [first, second] = await Promise.all([
    say(slow, eraseArchive, other),
    say(quick, eraseArchive, other),
  ]);
  expect([first.ok, second.ok]).toEqual([true, true]);
  expect(await say(slow, eraseArchive, other)).toMatchObject({ ok: false });
  const left = await kopa.db
    .selectFrom('desk_proposals')
    .select('case_id')
    .where('case_id', 'in', [id, other])
    .execute();
  expect(left).toEqual([]);
});
