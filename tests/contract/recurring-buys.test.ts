import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  addRecurringBuy,
  changeRecurringBuy,
  listRecurringBuys,
} from '#core/contract/money/recurring-buys.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { dayAfter, momentOf, occurrence } from '#core/time/recurrence.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import type { Deps } from '#server/deps.ts';
import { eraseAccount, lockForErasure } from '#server/services/customers/users/erase-account.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import type { PersonOptions } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

/** The first day that may be chosen. */
let first: string;
const kopa = world();
beforeEach(async () => {
  first = dayAfter(kopa.clock.now());
});

const customer = ({ market = 'AUD', ...options }: PersonOptions = {}): Promise<Member> =>
  kopa.customer({ market, balances: { [market]: '1000' }, ...options });

const add = (who: Member, more: object = {}, key = newKey()) =>
  who.call(
    addRecurringBuy,
    { currency_id: 'BTC', amount: '100', every: 'weekly', first_on: first, ...more },
    { idempotencyKey: key },
  );

async function added(who: Member, more: object = {}): Promise<string> {
  const reply = await add(who, more);
  if (!reply.ok) throw new Error(reply.refusal.message);
  return reply.value.data.buy_id;
}

const list = async (who: Member) => (await who.must(listRecurringBuys, {})).data;
const runs = async (who: Member) =>
  (await list(who)).flatMap((buy) => buy.runs.map(({ on, outcome }) => `${on} ${outcome}`));
const change = (who: Member, buy_id: string, wish: object) =>
  who.call(changeRecurringBuy, { buy_id, ...wish } as never);

/** The moment of a day, in a session that still stands. */
async function on(who: Member, day: string, hours = 0): Promise<Member> {
  const left = momentOf(day) - kopa.clock.now();
  return who.later(left / 3600_000 + hours);
}

test.each(['AUD', 'EUR'] as const)(
  'BANK-08 %s buys what was asked for on its day, once, at the price of then, and says the next day',
  async (market) => {
    let who = await customer({ market });
    await added(who);
    expect(await list(who)).toMatchObject([
      {
        ...{ currency_id: 'BTC', cash_id: market, amount: '100', every: 'weekly' },
        ...{ state: 'active', next_on: first, most_spread_bps: 50, runs: [] },
      },
    ]);
    await buyDue(kopa.deps);
    expect(await who.cash(), 'its day has not come').toBe('1000');
    who = await on(who, first);
    await Promise.all([buyDue(kopa.deps), buyDue(kopa.deps), buyDue(kopa.deps)]);
    await buyDue(kopa.deps);
    expect(await who.cash()).toBe('900');
    const second = occurrence(first, 'weekly', 1);
    expect(await list(who)).toMatchObject([
      { next_on: second, runs: [{ on: first, outcome: 'bought' }] },
    ]);
    const { data } = await who.must(getTransactionHistory, {});
    expect(data.filter(({ currency_id }) => currency_id === 'BTC')).toHaveLength(1);
    who = await on(who, second);
    await buyDue(kopa.deps);
    expect(await who.cash()).toBe('800');
  },
);

test('EYE-07 a day that was bought is mailed, once, however often it is looked at', async () => {
  const who = await customer();
  await added(who);
  await on(who, first);
  await Promise.all([buyDue(kopa.deps), buyDue(kopa.deps)]);
  await buyDue(kopa.deps);
  await sendDue(kopa.deps);
  await sendDue(kopa.deps);
  const mails = (await kopa.sandbox.inbox(who.email)).filter(
    ({ subject }) => subject === 'Your purchase is complete',
  );
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^You bought 0\.\d+ BTC for AU\$100\.00 of your cash\./),
  ]);
});

test('BANK-08 the same request is one, and another key is another', async () => {
  const who = await customer();
  const key = newKey();
  const replies = [await add(who, {}, key), await add(who, {}, key)];
  expect(new Set(replies.map((one) => one.ok && one.value.data.buy_id)).size).toBe(1);
  expect(await list(who)).toHaveLength(1);
});

test('BANK-08 what cannot be bought, or begins on no day to come, is refused', async () => {
  const who = await customer();
  const code = async (more: object) => {
    const reply = await add(who, more);
    return reply.ok ? 'added' : reply.refusal.code;
  };
  expect(await code({ currency_id: 'AUD' })).toBe('PAIR_UNAVAILABLE');
  expect(await code({ currency_id: 'NONE' })).toBe('PAIR_UNAVAILABLE');
  expect(await code({ amount: '0' })).toBe('INVALID_INPUT');
  expect(await code({ amount: '0.5' })).toBe('BELOW_MINIMUM');
  expect(await code({ amount: '10.005' })).toBe('INVALID_INPUT');
  const past = new Date(momentOf(first) - 24 * 3600_000).toISOString().slice(0, 10);
  for (const first_on of [past, '2027-02-30', 'tomorrow', occurrence(first, 'weekly', 60)]) {
    expect(await code({ first_on })).toBe('INVALID_INPUT');
  }
  const american = await kopa.person({ market: 'USD' });
  expect(await add(american)).toMatchObject({ refusal: { code: 'PAIR_UNAVAILABLE' } });
  expect(await list(who)).toEqual([]);
});

test('BANK-08 short of cash it is told, skipped and never made up for', async () => {
  let who = await customer({ balances: { AUD: '150' } });
  await added(who);
  who = await on(who, first);
  await buyDue(kopa.deps);
  who = await on(who, occurrence(first, 'weekly', 1));
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('50');
  expect(await runs(who)).toEqual([`${occurrence(first, 'weekly', 1)} short`, `${first} bought`]);
  const row = await kopa.db
    .selectFrom('notices')
    .select('body')
    .where('user_id', '=', who.id)
    .where('body', 'like', '%not enough cash.')
    .execute();
  expect(row).toEqual([
    { body: 'Your weekly buy of Bitcoin was skipped: there is not enough cash.' },
  ]);
  await sendDue(kopa.deps);
  const mails = await (await fetch(`${kopa.url}/sandbox/inbox?to=${who.email}`)).text();
  expect(mails).toContain('Your weekly buy of Bitcoin was skipped');
  kopa.clock.advance(600_000);
  await buyDue(kopa.deps);
  expect(await runs(who)).toHaveLength(2);
});

test('BANK-08 without a price it waits for one, and the day passes with words; days of an outage are not made up for', async () => {
  let who = await customer();
  await added(who);
  await writeSwitch(kopa.db, 'market', 'down');
  who = await on(who, first);
  await buyDue(kopa.deps);
  expect(await runs(who)).toEqual([]);
  who = await on(who, first, 21);
  await buyDue(kopa.deps);
  expect(await runs(who)).toEqual([`${first} missed`]);
  expect(await who.cash()).toBe('1000');
  await writeSwitch(kopa.db, 'market', undefined);
  who = await on(who, occurrence(first, 'weekly', 3), 1);
  await buyDue(kopa.deps);
  kopa.clock.advance(600_000);
  await buyDue(kopa.deps);
  expect(await runs(who)).toEqual([`${occurrence(first, 'weekly', 1)} missed`, `${first} missed`]);
  expect(await list(who)).toMatchObject([{ next_on: occurrence(first, 'weekly', 4) }]);
});

test('BANK-08 a day is skipped, a pause and an end hold, and another customer’s is not found', async () => {
  let who = await customer();
  const id = await added(who);
  const [second, third] = [1, 2].map((n) => occurrence(first, 'weekly', n));
  expect(await change(who, id, { skip: first })).toMatchObject({ ok: true });
  expect(await change(who, id, { skip: first }), 'asked again').toMatchObject({ ok: true });
  expect(await list(who)).toMatchObject([{ next_on: second }]);
  await change(who, id, { to: 'paused' });
  expect(await list(who)).toMatchObject([{ state: 'paused', next_on: null }]);
  who = await on(who, second ?? '', 5);
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('1000');
  await change(who, id, { to: 'active' });
  expect(await list(who)).toMatchObject([{ state: 'active', next_on: third }]);
  await change(who, id, { to: 'active' });
  who = await on(who, third ?? '');
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('900');
  const stranger = await customer();
  expect(await change(stranger, id, { to: 'ended' })).toMatchObject({ ok: true });
  expect(await change(stranger, id, { to: 'paused' })).toMatchObject({
    refusal: { code: 'NOT_FOUND' },
  });
  expect(await list(who)).toHaveLength(1);
  await change(who, id, { to: 'ended' });
  expect(await list(who)).toEqual([]);
  who = await on(who, occurrence(first, 'weekly', 3));
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('900');
});

test('BANK-08 paused and resumed on the same day after its buy, nothing is bought twice', async () => {
  let who = await customer();
  const id = await added(who);
  who = await on(who, first);
  await buyDue(kopa.deps);
  await change(who, id, { to: 'paused' });
  await change(who, id, { to: 'active' });
  kopa.clock.advance(600_000);
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('900');
  expect(await list(who)).toMatchObject([{ next_on: occurrence(first, 'weekly', 1) }]);
});

test('BANK-08 a process that dies at any point of a buy leaves it to be done once by another', async () => {
  let who = await customer({ balances: { AUD: '10000' } });
  await added(who);
  let bought = 0;
  for (let at = 0; at < 8; at += 1) {
    const day = occurrence(first, 'weekly', at);
    who = await on(who, day);
    // Dies at the price it asks for n-th, or after all of it.
    let asked = 0;
    const { market } = kopa.deps.parties;
    const dying: Deps = {
      ...kopa.deps,
      parties: {
        ...kopa.deps.parties,
        market: {
          ...market,
          price: (code) => {
            asked += 1;
            return asked > at ? Promise.reject(new Error('killed')) : market.price(code);
          },
        },
      },
    };
    await buyDue(dying);
    await buyDue(kopa.deps);
    kopa.clock.advance(400_000);
    await Promise.all([buyDue(kopa.deps), buyDue(kopa.deps)]);
    bought += 1;
    expect(await who.cash()).toBe(String(10_000 - 100 * bought));
  }
});

test('BANK-08 a process so slow that another took its work over buys no second time', async () => {
  let who = await customer();
  await added(who);
  who = await on(who, first);
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { market } = kopa.deps.parties;
  const price: typeof market.price = async (code) => {
    asked.resolve();
    await gate.promise;
    return market.price(code);
  };
  const parties = { ...kopa.deps.parties, market: { ...market, price } };
  const slow = buyDue({ ...kopa.deps, parties });
  await asked.promise;
  kopa.clock.advance(400_000);
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('900');
  gate.resolve();
  await slow;
  expect(await who.cash()).toBe('900');
  expect(await runs(who)).toEqual([`${first} bought`]);
});

test('BANK-08 nothing is bought at a wider spread than was agreed to', async () => {
  let who = await customer();
  const id = await added(who);
  await kopa.db
    .updateTable('recurring_buys')
    .set({ most_spread_bps: 24 })
    .where('id', '=', id)
    .execute();
  who = await on(who, first);
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('1000');
  who = await on(who, first, 21);
  await buyDue(kopa.deps);
  expect(await runs(who)).toEqual([`${first} missed`]);
});

test('BANK-08 nothing is bought for an account that was deleted', async () => {
  const who = await customer({ balances: {} });
  await added(who);
  await inTransaction(kopa.db, async (tx) => {
    await lockForErasure(tx, who.id);
    expect(await eraseAccount(kopa.deps, tx, who.id)).toBe('erased');
  });
  kopa.clock.advance(momentOf(first) - kopa.clock.now());
  await buyDue(kopa.deps);
  expect(await kopa.db.selectFrom('recurring_runs').selectAll().execute()).toEqual([]);
});

test('all that are due at one moment are made in one round', async () => {
  let who = await customer();
  const id = await added(who, { amount: '20' });
  // As many as a pass takes, and some more.
  await sql`insert into recurring_buys
    select (json_populate_record(row, json_build_object('id', row.id || '-' || n))).*
    from recurring_buys row, generate_series(1, 24) n where row.id = ${id}`.execute(kopa.db);
  who = await on(who, first);
  await buyDue(kopa.deps);
  expect(await who.cash()).toBe('500');
});

test('HARD-99 a customer has twenty recurring buys at most, and an ended one is none', async () => {
  const who = await customer();
  const ids: string[] = [];
  for (let place = 0; place < 20; place += 1) ids.push(await added(who));
  const refused = {
    ok: false,
    refusal: { code: 'LIMIT_EXCEEDED', message: 'You can have 20 of these. End one first.' },
  };
  expect(await add(who)).toMatchObject(refused);
  expect((await list(who)).length).toBe(20);
  await change(who, ids[0] ?? '', { to: 'ended' });
  expect(await add(who)).toMatchObject({ ok: true });
  expect(await add(who)).toMatchObject(refused);
});
