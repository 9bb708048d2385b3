import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answerDeposit } from '#core/contract/money/counterparty.ts';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type { Screening, ScreeningQuestion } from '#server/adapters/screening/screening.ts';
import type { TravelRule } from '#server/adapters/travel-rule/travel-rule.ts';
import type { Deps } from '#server/deps.ts';
import { whyNow } from '#server/services/checks/gates/why.ts';
import { listHeld } from '#server/services/checks/held/held.ts';
import { followScreening } from '#server/services/checks/screening/lists.ts';
import { screenNewcomers } from '#server/services/checks/screening/screen-due.ts';
import { screenAgain } from '#server/services/checks/screening/screenings.ts';
import { endSuspensions } from '#server/services/checks/screening/suspensions.ts';
import { travelAgain } from '#server/services/checks/travel-rule/travel-rule.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { takeDeposit } from '#server/services/money-in/deposits/custodian-deposits.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { ADA, describeTo } from '#tests/support/recipients.ts';
import { world } from '#tests/support/world.ts';

const kopa = world();

const OWN = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const STRANGER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** The id of the list's entry about ADA. */
const ADA_ENTRY = 'sandbox:Ada_Lovelace';
const BY = { actor: 'operator test' } as const;
const DAY_MS = 24 * 3_600_000;

const list = (entry: string) => listInSandbox(kopa.db, kopa.clock.now, entry);
const held = async () => (await listHeld(kopa.db)).map(({ id }) => id);
const foundIn = async () => (await listHeld(kopa.db)).flatMap(({ matched }) => matched.split(' '));
const decide = (id: string, decision: 'released' | 'rejected') =>
  decideHeld(kopa.deps, { id, decision, reason: 'looked at it' }, BY);

type Parties = {
  readonly screening?: Partial<Screening>;
  readonly travelRule?: Partial<TravelRule>;
};

/** The same server, with parties of the test's own. */
const withParties = ({ screening, travelRule }: Parties): Deps => {
  const { parties } = kopa.deps;
  return {
    ...kopa.deps,
    parties: {
      ...parties,
      screening: { ...parties.screening, ...screening },
      travelRule: { ...parties.travelRule, ...travelRule },
    },
  };
};

const balance = async (who: Member, code: string): Promise<readonly string[]> => {
  const { credential } = await who.later(0);
  const { data } = await kopa.api.must(getWalletList, {}, { credential });
  const entry = data.find(({ currency }) => currency.currency_id === code);
  return [entry?.free_balance ?? '', entry?.pending_balance ?? ''];
};

/** A deposit that has all its confirmations is seen; nobody has been asked about it yet. */
async function arrives(who: Member, senders: string): Promise<void> {
  const { db, clock } = kopa.deps;
  const seen = { recipient: who.email, currency: 'ETH', amount: '0.1', network: 'Ethereum' };
  await depositInSandbox(db, clock.now, { ...seen, confirmations: null, senders });
}

const to = { eth: 'eth-ethereum', btc: 'btc-bitcoin', xrp: 'xrp-xrp-ledger' } as const;

/** Asks for a withdrawal, and lets the time pass in which it can be cancelled. */
async function asksFor(
  who: Member,
  amount: string,
  cryptoAddress: string,
  route: keyof typeof to = 'eth',
): Promise<string> {
  const { credential } = await who.later(0);
  const { data } = await kopa.api.must(
    createWithdrawal,
    { amount, cryptoAddress, paymentRouteId: to[route], password },
    { credential, idempotencyKey: newKey() },
  );
  await sendDue(kopa.deps);
  kopa.clock.advance(310_000);
  return data.withdrawal_id;
}

const statusOf = async (who: Member, id: string) => {
  const { credential } = await who.later(0);
  return (await kopa.api.must(getWithdrawal, { withdrawal_id: id }, { credential })).data.status;
};

/** A screening party whose first question about a kind of row stays on its way until it is let go. */
function slow(about: string) {
  const { screening } = kopa.deps.parties;
  let letGo = (): void => undefined;
  let arrived = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let first = true;
  const screen = async (question: ScreeningQuestion) => {
    const answer = await screening.screen(question);
    if (first && question.reference.startsWith(about)) {
      first = false;
      arrived();
      await gate;
    }
    return answer;
  };
  return { deps: withParties({ screening: { screen } }), isAsked, letGo: () => letGo() };
}

test('HARD-90 a sender who is named while a question is on its way is asked about all the same', async () => {
  const who = await kopa.customer();
  await list(ADA.name);
  await arrives(who, STRANGER);
  const nameless = withParties({ travelRule: { received: () => Promise.resolve(undefined) } });
  const { deps, isAsked, letGo } = slow('deposit:');
  // Seen, and the screening party is asked; it takes its time.
  const seen = stepDeposits({
    ...nameless,
    parties: { ...nameless.parties, screening: deps.parties.screening },
  });
  await isAsked;
  // Meanwhile the other provider names the sender.
  kopa.clock.advance(5_000);
  await stepDeposits(withParties({ travelRule: { received: () => Promise.resolve(ADA) } }));
  letGo();
  await seen;
  kopa.clock.advance(60_000);
  for (let step = 0; step < 3; step++) await stepDeposits(kopa.deps);
  expect(await balance(who, 'ETH')).toEqual(['0', '0.1']);
  expect(await foundIn()).toEqual([ADA_ENTRY]);
});

test('HARD-90 a name that is learnt while an officer looks at a finding is asked about before the money goes on', async () => {
  const who = await kopa.customer();
  await list(STRANGER);
  await arrives(who, STRANGER);
  const unknown = withParties({ travelRule: { received: () => Promise.resolve(undefined) } });
  await stepDeposits(unknown);
  const [id = ''] = await held();
  expect(await foundIn()).toEqual([`sandbox:${STRANGER}`]);
  await list(ADA.name);
  kopa.clock.advance(5_000);
  // The name comes, and the screening party is silent about it.
  const silent = { screen: () => Promise.resolve(undefined) };
  const named = { received: () => Promise.resolve(ADA) };
  await stepDeposits(withParties({ screening: silent, travelRule: named }));
  expect(await decide(id, 'released')).toBe('done');
  kopa.clock.advance(60_000);
  for (let step = 0; step < 3; step++) await stepDeposits(kopa.deps);
  expect(await balance(who, 'ETH')).toEqual(['0', '0.1']);
  expect(await foundIn()).toContain(ADA_ENTRY);
  // Now the officer has seen both.
  expect(await decide(id, 'released')).toBe('done');
  for (let step = 0; step < 3; step++) await stepDeposits(kopa.deps);
  expect(await balance(who, 'ETH')).toEqual(['0.1', '0']);
});

test('HARD-90 senders that a custodian reports later are screened, before the money is credited and after it', async () => {
  const who = await kopa.customer();
  await arrives(who, '');
  const seen = { travelRule: { received: () => Promise.resolve(undefined) } };
  await stepDeposits(withParties(seen));
  await arrives(who, '');
  for (let step = 0; step < 2; step++) await stepDeposits(kopa.deps);
  const rows = await kopa.db.selectFrom('deposits').selectAll().orderBy('seen_at').execute();
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['credited', 'pending']);
  await list(STRANGER);
  for (const row of rows) {
    await sql`update deposits set external_id = id where id = ${row.id}`.execute(kopa.db);
    await takeDeposit(kopa.deps, {
      ...{ id: row.id, network: 'Ethereum', address: row.address, tag: row.tag, currency: 'ETH' },
      ...{ amount: row.amount, hash: row.transaction_hash, outputIndex: row.output_index },
      ...{ confirmations: 99, status: 'confirmed', senders: [STRANGER] },
    });
  }
  for (let step = 0; step < 3; step++) await stepDeposits(kopa.deps);
  expect((await held()).toSorted()).toEqual(rows.map(({ id }) => `deposit:${id}`).toSorted());
  expect(await balance(who, 'ETH')).toEqual(['0.1', '0.1']);
});

test('HARD-90 what is found about a sender after the money was credited keeps it in that account until somebody releases it', async () => {
  const who = await kopa.customer();
  await arrives(who, '');
  for (let step = 0; step < 2; step++) await stepDeposits(kopa.deps);
  const row = await kopa.db.selectFrom('deposits').selectAll().executeTakeFirstOrThrow();
  expect(row.state).toBe('credited');
  await list(STRANGER);
  await sql`update deposits set external_id = id`.execute(kopa.db);
  await takeDeposit(kopa.deps, {
    ...{ id: row.id, network: 'Ethereum', address: row.address, tag: row.tag, currency: 'ETH' },
    ...{ amount: row.amount, hash: row.transaction_hash, outputIndex: row.output_index },
    ...{ confirmations: 99, status: 'confirmed', senders: [STRANGER] },
  });
  for (let step = 0; step < 3; step++) await stepDeposits(kopa.deps);
  const late = `deposit:${row.id}`;
  expect(await held()).toEqual([late]);
  const waits = async () =>
    (await whyNow(kopa.db, kopa.deps, { way: 'forfeit', user: who.id }))?.gate;
  expect(await waits()).toBe('unscreened');
  expect(await decide(late, 'rejected'), 'it is not over: the money is there').toBe('done');
  expect(await waits(), 'a refusal keeps it there').toBe('unscreened');
  await sql`update screenings set state = 'match' where id = ${late}`.execute(kopa.db);
  expect(await decide(late, 'released')).toBe('done');
  expect(await waits()).toBeUndefined();
});

test('HARD-90 an answer on its way to a server of the version before is one to another question, too', async () => {
  const who = await kopa.customer();
  await arrives(who, STRANGER);
  await stepDeposits(withParties({ travelRule: { received: () => Promise.resolve(undefined) } }));
  const { db, clock } = kopa.deps;
  const attempts = async (id: string) => {
    const row = await db
      .selectFrom('screenings')
      .select('attempts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.attempts;
  };
  // It fences by the attempts alone.
  const { id } = await db.selectFrom('deposits').select('id').executeTakeFirstOrThrow();
  const first = await attempts(`deposit:${id}`);
  await inTransaction(db, (tx) => screenAgain(tx, clock, `deposit:${id}`));
  expect(await attempts(`deposit:${id}`)).toBe(first + 1);
  await followScreening(kopa.deps);
  await sql`update screenings set state = 'clear', list = 'before'`.execute(db);
  const before = await attempts(`customer:${who.id}`);
  await followScreening(kopa.deps);
  expect(await attempts(`customer:${who.id}`)).toBe(before + 1);
});

test('HARD-90 what a customer says of a sender counts also while the parties are asked again', async () => {
  const who = await kopa.customer();
  await arrives(who, '');
  await stepDeposits(withParties({ travelRule: { received: () => Promise.resolve('none') } }));
  const { db, clock } = kopa.deps;
  const { id } = await db.selectFrom('deposits').select('id').executeTakeFirstOrThrow();
  await inTransaction(db, (tx) => travelAgain(tx, clock, `deposit:${id}`));
  const { credential } = await who.later(0);
  await kopa.api.must(answerDeposit, { deposit_id: id, counterparty: ADA }, { credential });
  const row = await db
    .selectFrom('travel_rule')
    .select(['state', 'name'])
    .where('id', '=', `deposit:${id}`)
    .executeTakeFirst();
  expect(row).toEqual({ state: 'done', name: ADA.name });
  for (let step = 0; step < 3; step++) await stepDeposits(kopa.deps);
  expect(await balance(who, 'ETH')).toEqual(['0.1', '0']);
});

test('HARD-90 what rules suspended is asked about on today’s lists before it goes on, whoever lets it', async () => {
  await kopa.sandbox.market('ETH', '2000');
  const { db, clock } = kopa.deps;
  for (const by of ['the rules', 'an officer'] as const) {
    const who = await kopa.customer({ balances: { ETH: '60' } });
    const at = new Date(clock.now());
    await sql`insert into transfer_values values
      (${`bank:${who.id}`}, ${who.id}, 'in', ${at}, 1200000, ${at})`.execute(db);
    const recipient = by === 'the rules' ? OWN : STRANGER;
    const { credential } = who;
    await describeTo(kopa.api, { paymentRouteId: to.eth, cryptoAddress: recipient }, credential);
    const id = await asksFor(who, '7', recipient);
    await moveDue(kopa.deps);
    expect(await foundIn(), by).toEqual(['rule:through']);
    await list(recipient);
    if (by === 'the rules') {
      clock.advance(20 * DAY_MS);
      await endSuspensions(kopa.deps);
    } else expect(await decide(`withdrawal:${id}`, 'released')).toBe('done');
    await moveDue(kopa.deps);
    await moveDue(kopa.deps);
    expect(await statusOf(who, id), by).toBe('requested');
    expect(await foundIn(), by).toEqual([`sandbox:${recipient}`]);
    expect(await decide(`withdrawal:${id}`, 'rejected')).toBe('done');
  }
});

test('HARD-90 whoever was cleared as a namesake is not held for the same entry in their own transfers', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(who.id);
  await followScreening(kopa.deps);
  await screenNewcomers(kopa.deps);
  expect(await decide(`customer:${who.id}`, 'released')).toBe('done');
  const id = await asksFor(who, '0.5', OWN);
  await arrives(who, OWN);
  for (let step = 0; step < 3; step++) {
    await moveDue(kopa.deps);
    await stepDeposits(kopa.deps);
  }
  expect(await statusOf(who, id)).toBe('broadcast');
  const [, pending] = await balance(who, 'ETH');
  expect(pending).toBe('0');
  // Whoever is on the other side is no namesake.
  await list(STRANGER);
  const { credential } = await who.later(0);
  await describeTo(kopa.api, { paymentRouteId: to.eth, cryptoAddress: STRANGER }, credential);
  const other = await asksFor(who, '0.1', STRANGER);
  await moveDue(kopa.deps);
  expect(await held()).toEqual([`withdrawal:${other}`]);
});

/** Each listed in one spelling, sent to in another. The last is the first example of XLS-5d, with tag 32. */
const spellings = [
  ['eth', OWN, OWN.toLowerCase()],
  ['eth', OWN.toLowerCase(), OWN],
  [
    'btc',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  ],
  ['xrp', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf', 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe'],
] as const;

test.for(spellings)(
  'HARD-91 a listed recipient does not pass in another spelling: %s %s',
  async ([route, listed, typed]) => {
    const who = await kopa.customer({ balances: { ETH: '2', BTC: '2', XRP: '500' } });
    await list(listed);
    const amount = { eth: '0.5', btc: '0.01', xrp: '50' }[route];
    const id = await asksFor(who, amount, typed, route);
    await moveDue(kopa.deps);
    await moveDue(kopa.deps);
    expect(await statusOf(who, id)).toBe('requested');
    expect(await foundIn()).toEqual([`sandbox:${listed}`]);
    // What was typed is kept beside it.
    const row = await kopa.db
      .selectFrom('withdrawals')
      .select(['address', 'destination'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.address).toBe(typed);
    expect(row.destination).toBe(route === 'eth' ? OWN.toLowerCase() : listed);
  },
);
