import { expect, test } from 'vitest';
import { answerDeposit, describeRecipient } from '#core/contract/money/counterparty.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type {
  HandedOver,
  HandedWord,
  TravelRule,
} from '#server/adapters/travel-rule/travel-rule.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { watchQueues } from '#server/services/operation/watch/watch.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { ADA } from '#tests/support/recipients.ts';
import { world } from '#tests/support/world.ts';

const kopa = world();

const STRANGER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const MINE: Counterparty = { owner: 'customer', name: '', country: '', provider: '' };
const CHARLES: Counterparty = { ...ADA, name: 'Charles Babbage' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const pass = (milliseconds: number): void => kopa.clock.advance(milliseconds);
/** Signed in now, however much time has passed. */
const fresh = (who: Member): Promise<Member> => who.later(0);
const to = { paymentRouteId: 'eth-ethereum', cryptoAddress: STRANGER, tag: '' };

/** The same server, with a party of the test's own. */
const withTravelRule = (travelRule: Partial<TravelRule>): Deps => {
  const { parties } = kopa.deps;
  return {
    ...kopa.deps,
    parties: { ...parties, travelRule: { ...parties.travelRule, ...travelRule } },
  };
};

const say = async (who: Member, counterparty: Counterparty) => {
  const one = await fresh(who);
  await one.must(describeRecipient, { ...to, counterparty });
};

/** A withdrawal that can leave, as far as it goes. */
async function sent(who: Member, beneficiary: Counterparty): Promise<string> {
  await say(who, beneficiary);
  const one = await fresh(who);
  const { data } = await one.must(createWithdrawal, { amount: '0.5', ...to, password });
  await sendDue(kopa.deps);
  pass(310_000);
  return data.withdrawal_id;
}

const look = async (who: Member, id: string) => {
  const one = await fresh(who);
  return await one.withdrawal(id);
};

/** A recipient's provider that says so, and how often it was asked. */
function answering(kind: HandedWord, more: Partial<HandedOver> = {}) {
  const count = { asked: 0 };
  const deps = withTravelRule({
    handOver: () => {
      count.asked++;
      return Promise.resolve({ kind, said: kind, message: 'm-1', ...more });
    },
  });
  return { deps, count };
}

const anOfficer = (): Promise<Member> => kopa.officer();
const cases = async (): Promise<readonly string[]> =>
  (await kopa.api.must(listCases, {}, await anOfficer())).data.flatMap(({ kind, id }) =>
    kind === 'stuck' ? [id] : [],
  );
const shown = async (id: string) =>
  (await kopa.api.must(getCase, { kind: 'stuck', id }, await anOfficer())).data;
const press = async (id: string, decision: CaseDecision) =>
  (await anOfficer()).decides({ kind: 'stuck', id }, decision);
async function both(id: string, decision: CaseDecision): Promise<void> {
  expect(await press(id, decision)).toMatchObject({ ok: true, value: { second: true } });
  expect(await press(id, decision)).toMatchObject({ ok: true, value: { second: false } });
}

const mailOf = async (who: Member) => {
  await sendDue(kopa.deps);
  const [mail] = await kopa.sandbox.inbox(who.email);
  return mail;
};

const NONE = '';
const AT_HOME: Counterparty = { ...ADA, provider: NONE };

test.each([
  ['accepted', ADA, 'broadcast', undefined],
  ['pending', ADA, 'requested', undefined],
  ['unreachable', ADA, 'requested', undefined],
  ['expired', ADA, 'requested', undefined],
  ['refused', ADA, 'cancelled', 'because the recipient’s provider did not take it'],
  ['mismatched', ADA, 'cancelled', 'knows the recipient under another name'],
  ['unknown-provider', ADA, 'cancelled', 'nobody knows a provider of the name that you gave'],
  ['unknown-provider', AT_HOME, 'requested', undefined],
  ['unhosted', ADA, 'cancelled', 'does not belong to the provider that you named'],
  ['unhosted', AT_HOME, 'broadcast', undefined],
] as const)(
  'READ-17 each answer has its consequence: %s',
  async (kind, beneficiary, status, text) => {
    const who = await kopa.customer({ balances: { ETH: '20' } });
    const id = await sent(who, beneficiary);
    const { deps, count } = answering(kind);
    for (let times = 0; times < 3; times++) await moveDue(deps);
    expect(await look(who, id)).toMatchObject({ status });
    expect(count.asked).toBe(1);
    const isWaiting = status === 'requested';
    expect(await look(who, id)).toMatchObject(isWaiting ? { delayed: true } : {});
    if (text) expect((await mailOf(who))?.text).toContain(text);
    // Only what is over is a case at once.
    expect(await cases()).toEqual(kind === 'expired' ? [`withdrawal:${id}`] : []);
  },
);

test('READ-17 a provider that has not decided is no silence: it is asked ever more rarely, and is a case after a day', async () => {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const id = await sent(who, ADA);
  const { deps, count } = answering('pending');
  const waitFor = async (time: number) => {
    for (let passed = 0; passed < time; passed += MINUTE * 10) {
      pass(MINUTE * 10);
      await moveDue(deps);
    }
  };
  await moveDue(deps);
  await waitFor(23 * HOUR);
  expect(await cases()).toEqual([]);
  await watchQueues(deps, kopa.told);
  expect(kopa.log.join()).not.toContain('the Travel Rule party gives no answer');
  await waitFor(2 * HOUR);
  expect(await cases()).toEqual([`withdrawal:${id}`]);
  const { facts } = await shown(`withdrawal:${id}`);
  expect(facts).toEqual(
    expect.arrayContaining([
      { label: 'What is wrong', value: 'The recipient’s provider has not decided in time' },
      { label: 'Its provider says', value: 'pending' },
    ]),
  );
  expect(count.asked, 'and not each minute').toBeLessThan(100);
  // It may still decide.
  const { deps: deciding } = answering('accepted');
  pass(HOUR);
  await moveDue(deciding);
  await moveDue(deciding);
  expect(await look(who, id)).toMatchObject({ status: 'broadcast' });
  expect(await cases()).toEqual([]);
});

test('READ-17 the time that a provider gives counts, two officers let it leave, and its customer can stop it', async () => {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const id = await sent(who, ADA);
  const until = new Date(kopa.clock.now() + HOUR);
  const { deps } = answering('pending', { until });
  await moveDue(deps);
  pass(30 * MINUTE);
  await moveDue(deps);
  expect(await cases()).toEqual([]);
  pass(31 * MINUTE);
  expect(await cases()).toEqual([`withdrawal:${id}`]);
  expect((await shown(`withdrawal:${id}`)).decisions).toEqual(['go-on', 'give-back']);
  await both(`withdrawal:${id}`, 'go-on');
  await moveDue(deps);
  expect(await look(who, id)).toMatchObject({ status: 'broadcast' });

  const other = await sent(who, ADA);
  await moveDue(deps);
  const request = { withdrawal_id: other };
  expect(
    await kopa.api.call(cancelWithdrawal, request, { credential: (await fresh(who)).credential }),
  ).toMatchObject({ ok: true });
  expect(await look(who, other)).toMatchObject({ status: 'cancelled' });
  pass(30 * HOUR);
  await moveDue(deps);
  expect(await cases()).toEqual([]);
});

test('READ-17 one that is overdue is given back by one officer', async () => {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const id = await sent(who, ADA);
  await moveDue(answering('expired').deps);
  expect(await press(`withdrawal:${id}`, 'give-back')).toMatchObject({ value: { second: false } });
  expect(await look(who, id)).toMatchObject({ status: 'cancelled' });
});

/** A sender's provider whose message comes when the test says so. */
function messages(graceSeconds = 0) {
  const said: { told: Counterparty | 'none' | undefined; asked: number } = {
    told: 'none',
    asked: 0,
  };
  const received = () => {
    said.asked++;
    return Promise.resolve(said.told);
  };
  return { said, deps: withTravelRule({ graceSeconds, received }) };
}

/** A deposit that its network shows with all its confirmations. */
async function arrives(who: Member, deps: Deps): Promise<string> {
  const { db, clock } = kopa.deps;
  const seen = { recipient: who.email, currency: 'ETH', amount: '0.1', network: 'Ethereum' };
  await depositInSandbox(db, clock.now, { ...seen, confirmations: null, senders: STRANGER });
  await stepDeposits(deps);
  const { id } = await db
    .selectFrom('deposits')
    .select('id')
    .where('user_id', '=', who.id)
    .orderBy('seen_at', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const stateOf = async (id: string) =>
  (
    await kopa.db
      .selectFrom('deposits')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;

const isAsked = async (who: Member): Promise<boolean> => {
  const one = await fresh(who);
  const { data } = await one.must(listWaiting, {});
  return data.some(({ kind }) => kind === 'deposit-asks');
};

const answer = async (who: Member, deposit_id: string, counterparty: Counterparty) => {
  const one = await fresh(who);
  await one.must(answerDeposit, { deposit_id, counterparty });
};

async function steps(deps: Deps, time: number, every = 5 * MINUTE): Promise<void> {
  for (let passed = 0; passed < time; passed += every) {
    pass(every);
    await stepDeposits(deps);
  }
}

test('READ-17 a message that comes later is read: before the customer is asked, and in place of their answer', async () => {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const { said, deps } = messages(900);
  const first = await arrives(who, deps);
  await steps(deps, 10 * MINUTE);
  expect(await isAsked(who), 'a message may still come').toBe(false);
  said.told = ADA;
  await steps(deps, 5 * MINUTE);
  expect(await stateOf(first)).toBe('credited');
  expect((await mailOf(who))?.subject).not.toBe('Your deposit waits for an answer');

  said.told = 'none';
  const second = await arrives(who, deps);
  await steps(deps, 20 * MINUTE);
  expect(await isAsked(who)).toBe(true);
  expect(await stateOf(second)).toBe('pending');
  said.told = CHARLES;
  await steps(deps, 2 * HOUR);
  expect(await isAsked(who)).toBe(false);
  expect(await stateOf(second)).toBe('credited');
  const { name } = await kopa.db
    .selectFrom('travel_rule')
    .select('name')
    .where('id', '=', `deposit:${second}`)
    .executeTakeFirstOrThrow();
  expect(name).toBe(CHARLES.name);
  expect(await cases()).toEqual([]);
});

test('READ-17 messages are read for a week after the credit, and no longer; one that agrees is no case', async () => {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const { said, deps } = messages();
  const id = await arrives(who, deps);
  await answer(who, id, ADA);
  await stepDeposits(deps);
  expect(await stateOf(id)).toBe('credited');
  await steps(deps, 24 * HOUR, HOUR);
  const during = said.asked;
  expect(during).toBeGreaterThan(5);
  await watchQueues(deps, kopa.told);
  expect(kopa.log.join()).not.toContain('the Travel Rule party gives no answer');
  await steps(deps, 8 * 24 * HOUR, 6 * HOUR);
  const after = said.asked;
  await steps(deps, 24 * HOUR, HOUR);
  expect(said.asked).toBe(after);

  const other = await arrives(who, deps);
  expect(await stateOf(other), 'known by what was said before').toBe('credited');
  said.told = { ...ADA, name: 'LOVELACE ADA', country: 'GB', provider: 'Example Ltd' };
  await steps(deps, 2 * HOUR);
  const asked = said.asked;
  await steps(deps, 24 * HOUR, HOUR);
  expect(said.asked, 'what is said is said').toBe(asked);
  expect(await cases()).toEqual([]);
});

test('READ-17 a message after the credit that contradicts the customer is a case, and its person is screened', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.customer({ balances: { ETH: '20' } });
  await listInSandbox(db, clock.now, CHARLES.name);
  const { said, deps } = messages();
  const id = await arrives(who, deps);
  await answer(who, id, ADA);
  await stepDeposits(deps);
  expect(await stateOf(id)).toBe('credited');
  said.told = CHARLES;
  await steps(deps, 2 * HOUR);
  expect(await cases()).toEqual([`sender:${id}`]);
  const { facts, decisions } = await shown(`sender:${id}`);
  expect(decisions).toEqual(['close']);
  expect(facts).toEqual(
    expect.arrayContaining([
      { label: 'The customer says', value: expect.stringContaining('Ada Lovelace') },
      { label: 'The provider says', value: expect.stringContaining('Charles Babbage') },
    ]),
  );
  const { state } = await db
    .selectFrom('screenings')
    .select('state')
    .where('id', '=', `deposit:${id}`)
    .executeTakeFirstOrThrow();
  expect(state).toBe('match');
  expect(await press(`sender:${id}`, 'close')).toMatchObject({ ok: true });
  expect(await cases()).toEqual([]);
});

test('READ-17 nobody is asked who paid somebody who is erased, and what a party says then is not kept', async () => {
  const { db } = kopa.deps;
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const { said, deps } = messages();
  const id = await arrives(who, deps);
  await answer(who, id, ADA);
  await stepDeposits(deps);
  expect(await stateOf(id)).toBe('credited');
  const row = db.selectFrom('travel_rule').where('id', '=', `deposit:${id}`);
  const { due_at: due } = await row.select('due_at').executeTakeFirstOrThrow();
  expect(due).not.toBeNull();
  const { balance } = await db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', `${who.id}/available/ETH`)
    .executeTakeFirstOrThrow();
  const units = BigInt(balance);
  await inTransaction(db, async (tx) => {
    const all = [
      { account: customer(who.id, 'available', 'ETH'), units: -units },
      { account: house('chain', 'ETH'), units },
    ];
    const journal = { class: 'manual', kind: 'deposit', userId: who.id, postings: all } as const;
    expect(await postJournal(tx, deps.clock, journal)).toMatchObject({ kind: 'posted' });
    expect(await eraseAccount(deps, tx, who.id)).toBe('erased');
  });
  const silent = { due_at: null, told_name: '', told_country: '', state: 'done' };
  const kept = row.select(['due_at', 'told_name', 'told_country', 'state']);
  expect(await kept.executeTakeFirst()).toEqual(silent);
  // One that was taken before it was erased.
  await db
    .updateTable('travel_rule')
    .set({ due_at: due })
    .where('id', '=', `deposit:${id}`)
    .execute();
  said.told = CHARLES;
  await steps(deps, 2 * HOUR);
  expect(await kept.executeTakeFirst()).toEqual(silent);
  expect(await cases()).toEqual([]);
});

test.each([
  ['release', 'credited'],
  ['reject', 'dropped'],
] as const)(
  'READ-17 a deposit whose customer is contradicted before the credit waits for officers: %s',
  async (decision, state) => {
    const who = await kopa.customer({ balances: { ETH: '20' } });
    const { said, deps } = messages();
    await say(who, MINE);
    // Their own wallet, as they say; a provider says that somebody sent it from an account there.
    said.told = ADA;
    const id = await arrives(who, deps);
    await steps(deps, HOUR);
    expect(await stateOf(id)).toBe('pending');
    expect(await cases()).toEqual([`sender:${id}`]);
    expect((await shown(`sender:${id}`)).decisions).toEqual(['release', 'reject']);
    if (decision === 'release') await both(`sender:${id}`, decision);
    else expect(await press(`sender:${id}`, decision)).toMatchObject({ ok: true });
    await steps(deps, 10 * MINUTE);
    expect(await stateOf(id)).toBe(state);
    expect(await cases()).toEqual([]);
    // It proves no wallet of the customer's.
    const { proved_at } = await kopa.db
      .selectFrom('counterparties')
      .select('proved_at')
      .where('user_id', '=', who.id)
      .executeTakeFirstOrThrow();
    expect(proved_at).toBeNull();
  },
);

test('READ-17 a silent party holds up no deposit whose sender the customer has named before', async () => {
  const who = await kopa.customer({ balances: { ETH: '20' } });
  const { said, deps } = messages();
  await say(who, ADA);
  said.told = undefined;
  const id = await arrives(who, deps);
  expect(await stateOf(id)).toBe('credited');
});
