import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deleteAccount, getRemainder, updateProfile } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { generateAddress } from '#core/contract/money/funds.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { addRecurringBuy } from '#core/contract/money/recurring-buys.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { decideCase, getCase } from '#core/contract/staff/desk.ts';
import { dayAfter } from '#core/time/recurrence.ts';
import { transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import {
  type Answer,
  answers,
  type GateOf,
  gates,
  isOf,
  type Way,
  ways,
} from '#server/services/checks/gates/gates.ts';
import { advanceEndings } from '#server/services/customers/endings/endings-worker.ts';
import { lastDay } from '#server/services/exchange/recurring/recurring-buys.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { takeDeposit } from '#server/services/money-in/deposits/custodian-deposits.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { settlePurchase } from '#server/services/money-in/purchases/settle-purchases.ts';
import {
  complete,
  markBroadcast,
  takeBack,
} from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { removeAdministrator } from '#server/services/staff/admin/administrators.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

/*
 * Every gate of a customer, or of what is closed for everybody, against every way that money moves or ends, tried on the
 * running server. What must come out is written down here once more, by hand: a new gate or way does not compile before
 * it has its answers here, its beginning in `enter` and its movement in `tries`. Those of transfers stand in
 * `transfer-gates.test.ts`.
 */

type Tried = GateOf<'customer' | 'market'>;

/** Two, who decide cases. */
let officers: readonly Member[];
const kopa = sharedWorld({ env: { FAST_MARKET: 'pause' } });
beforeAll(async () => {
  // Three hours into a day, so that a recurring buy of today is due and not too late.
  const now = kopa.clock.now();
  const day = 24 * 3_600_000;
  kopa.clock.advance(day - (now % day) + 3 * 3_600_000);
  officers = [await kopa.officer(), await kopa.officer()];
  await kopa.sandbox.market('BTC', '100000');
  await kopa.sandbox.market('ETH', '4000');
  await kopa.sandbox.market('USDC', '1');
});

const trades = {
  swap: 'goes',
  buy: 'goes',
  sell: 'goes',
  card: 'goes',
  recurring: 'goes',
} as const;
const noTrade = {
  swap: 'refused',
  buy: 'refused',
  sell: 'refused',
  card: 'refused',
  recurring: 'skipped',
} as const;
const comesIn = {
  'transfer-in': 'goes',
  'payout-back': 'goes',
  'card-paid': 'goes',
  deposit: 'goes',
} as const;
const leaves = { withdraw: 'goes', 'cash-out': 'goes', claim: 'goes' } as const;
const ends = {
  close: 'goes',
  end: 'goes',
  forfeit: 'goes',
  erase: 'goes',
  remove: 'goes',
} as const;
const free = { ...trades, ...leaves, receive: 'goes', ...comesIn, ...ends } as const;
const limited = { ...free, ...noTrade, sell: 'goes', receive: 'refused' } as const;
const kept = {
  close: 'refused',
  end: 'waits',
  forfeit: 'waits',
  erase: 'refused',
  remove: 'refused',
} as const;

const expected: Readonly<Record<Tried, Readonly<Record<Way, Answer>>>> = {
  closed: {
    ...{ ...noTrade, withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
    ...{ 'transfer-in': 'returned', 'payout-back': 'case', 'card-paid': 'case', deposit: 'case' },
    ...{ close: 'refused', end: 'refused', forfeit: 'refused', erase: 'refused', claim: 'goes' },
    remove: 'refused',
  },
  listed: {
    ...{ ...noTrade, withdraw: 'waits', 'cash-out': 'waits', receive: 'goes' },
    ...{ 'transfer-in': 'waits', 'payout-back': 'waits', 'card-paid': 'waits', deposit: 'waits' },
    ...{ ...kept, claim: 'waits' },
  },
  unscreened: {
    ...{ ...free, withdraw: 'waits', 'cash-out': 'waits', claim: 'waits', forfeit: 'waits' },
    ...{ 'transfer-in': 'waits', deposit: 'waits' },
  },
  resting: {
    ...{ ...free, recurring: 'waits', withdraw: 'waits', 'cash-out': 'waits', claim: 'waits' },
    ...{ ...kept, remove: 'goes' },
  },
  frozen: {
    ...{ ...free, ...noTrade, withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
    ...{ close: 'refused', forfeit: 'waits' },
  },
  excluded: { ...limited, 'transfer-in': 'returned', 'card-paid': 'returned', deposit: 'case' },
  uncertified: { ...free, ...noTrade },
  ended: limited,
  outdated: limited,
  unanswered: limited,
  slowed: { ...free, withdraw: 'refused', 'cash-out': 'refused', forfeit: 'waits' },
  'turned-down': {
    ...{ ...free, card: 'refused', 'card-paid': 'returned' },
    ...{ withdraw: 'refused', 'cash-out': 'refused', forfeit: 'waits' },
  },
  unverified: {
    ...{ ...free, card: 'up-to', withdraw: 'refused', 'cash-out': 'refused', forfeit: 'waits' },
  },
  paying: { ...free, ...kept },
  unreachable: { ...free, forfeit: 'waits' },
  requesting: { ...free, forfeit: 'waits' },
  recovering: { ...free, forfeit: 'waits' },
  'no-withdrawals': { ...free, withdraw: 'no-new', 'cash-out': 'no-new', claim: 'no-new' },
  'no-payouts': { ...free, 'cash-out': 'no-new', claim: 'no-new' },
  'no-bank': { ...free, 'cash-out': 'no-new', claim: 'no-new', 'transfer-in': 'waits' },
  paused: { ...free, ...noTrade, 'card-paid': 'waits' },
  doubted: { ...free, ...noTrade, 'card-paid': 'waits', withdraw: 'no-new' },
  racing: { ...free, ...noTrade, 'card-paid': 'waits' },
  owing: {
    ...{ ...free, sell: 'pays', withdraw: 'covers', 'cash-out': 'covers' },
    ...{ 'transfer-in': 'pays', 'payout-back': 'pays' },
    ...{ close: 'pays', end: 'told', forfeit: 'pays', erase: 'told' },
  },
};

const run = (query: ReturnType<typeof sql>) => query.execute(kopa.db);
const now = () => new Date(kopa.clock.now());
const before = (hours: number) => new Date(kopa.clock.now() - hours * 3_600_000);

const endedAt = ({ id }: Member, atOnce: boolean) =>
  run(sql`insert into endings (user_id, at_once, officer, reason, noticed_at, ends_at, claim_until, look_at)
    values (${id}, ${atOnce}, 'x', 'x', ${before(2)}, ${before(1)}, ${before(-9_000)}, ${before(-9_000)})
    on conflict (user_id) do update set at_once = excluded.at_once`);
const screenedAs = ({ id }: Member, state: string) =>
  run(sql`insert into screenings (id, subject, reference, user_id, state, asked_at)
    values (${`customer:${id}`}, 'customer', ${id}, ${id}, ${state}, ${now()})
    on conflict (id) do update set state = excluded.state, due_at = null`);

/** What concerns everybody is over after each. */
async function leaveAll(): Promise<void> {
  await run(sql`delete from older_copies`);
  await run(sql`delete from trading_halts`);
  await run(sql`update prices set fast = false`);
  await kopa.sandbox.market('BTC', '100000');
  await kopa.sandbox.market('ETH', '4000');
  await kopa.deps.parties.market.tickers();
}

/** 500 AUD that a bank took back. */
const DEBT = '50000';

const halt = (scope: string) =>
  run(sql`insert into trading_halts (scope, reason, closed_by, closed_at)
    values (${scope}, 'x', 'x', ${now()})`);
const verifiedAs = ({ id }: Member, status: string) =>
  run(sql`update users set kyc_status = ${status} where id = ${id}`);

const enter: Readonly<Record<Tried, (who: Member) => Promise<unknown>>> = {
  closed: ({ id }) => run(sql`update users set deleted_at = ${now()} where id = ${id}`),
  listed: (who) => screenedAs(who, 'match'),
  unscreened: (who) => screenedAs(who, 'asked'),
  frozen: ({ id }) => run(sql`update users set withdrawals_frozen = true where id = ${id}`),
  excluded: (who) => endedAt(who, true),
  uncertified: async ({ id }) => {
    // The register refuses that; somebody who never certified could not have asked for a quote before.
    await run(sql`alter table tax_certifications disable trigger user`);
    await run(sql`delete from tax_certifications where user_id = ${id}`);
    await run(sql`alter table tax_certifications enable trigger user`);
  },
  ended: (who) => endedAt(who, false),
  outdated: ({ id }) =>
    run(sql`insert into data_updates (user_id, risk_group, rules_group, updated_at, due_at, limited_at, look_at)
      values (${id}, 'low', 'low', ${before(2)}, ${before(2)}, ${before(1)}, ${before(-9_000)})
      on conflict (user_id) do update set limited_at = excluded.limited_at`),
  unanswered: ({ id }) =>
    run(sql`insert into tax_asks (user_id, asked_at, limited_at, look_at)
      values (${id}, ${before(2)}, ${before(1)}, ${before(-9_000)})`),
  slowed: ({ id }) =>
    run(sql`update users set withdrawals_held_until = ${before(-24)} where id = ${id}`),
  resting: () =>
    run(
      sql`insert into older_copies (id, because, found_at) values ('copy', 'party', ${before(-1)})`,
    ),
  'turned-down': (who) => verifiedAs(who, 'rejected'),
  unverified: (who) => verifiedAs(who, 'not_started'),
  paying: ({ id }) =>
    run(sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc, usdc_rate,
        token, status, created_at)
      values (${randomUUID()}, ${id}, '100', 'AUD', 1, 'BTC', '1', '1', ${randomUUID()}, 'pending', ${now()})`),
  unreachable: ({ id }) =>
    run(sql`update users set email = ${`${id}@frozen.invalid`} where id = ${id}`),
  requesting: ({ id }) =>
    run(sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state, created_at, due_at)
      values (${randomUUID()}, ${id}, ${randomUUID()}, 'complaint', '', 'x', 'x', 'open', ${now()}, ${before(-900)})`),
  recovering: ({ id }) =>
    run(sql`insert into recoveries (id, user_id, stage, review, created_at, due_at, told_at, expires_at)
      values (${randomUUID()}, ${id}, 'waiting', '', ${now()}, ${before(-900)}, ${now()}, ${before(-900)})`),
  'no-withdrawals': () => halt('withdrawals'),
  'no-payouts': () => halt('payouts'),
  'no-bank': () => halt('bank'),
  paused: async () => {
    for (const code of ['BTC', 'ETH']) await halt(code);
  },
  doubted: async () => {
    for (const code of ['BTC', 'ETH']) await kopa.sandbox.market(code, '900000', { sudden: true });
    await kopa.deps.parties.market.tickers();
  },
  racing: () => run(sql`update prices set fast = true where asset in ('BTC', 'ETH')`),
  owing: ({ id }) =>
    run(sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
        reason, owed, seen_at, ask_at)
      values (${randomUUID()}, ${randomUUID()}, ${id}, 'AUD', '500', 'Test Person', '', 'recalled',
        'recalled', ${DEBT}, ${before(2)}, ${before(-9_000)})`),
};

let born = Date.UTC(1970, 0, 1);

async function customer(options: PersonOptions = {}): Promise<Member> {
  const who = await kopa.person(options);
  // Each has a birth date of their own: a person's next account takes over what the closed one owes.
  born += 24 * 3_600_000;
  await run(
    sql`update users set dob = ${new Date(born).toISOString().slice(0, 10)} where id = ${who.id}`,
  );
  await kopa.sandbox.kyc(who.email, 'approved');
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await who.must(updateProfile, profile);
  return who;
}

const said = (reply: { readonly ok: boolean }): Answer => (reply.ok ? 'goes' : 'refused');

const owedBy = async ({ id }: Member): Promise<bigint> => {
  const { rows } = await sql<{ owed: string }>`select coalesce(sum(owed), 0)::text as owed
    from bank_transfers where user_id = ${id}`.execute(kopa.db);
  return BigInt(rows[0]?.owed ?? 0);
};
const stateOf = async (table: string, id: string, column = 'state'): Promise<string> => {
  const { rows } = await sql<{ state: string }>`select ${sql.ref(column)}::text as state
    from ${sql.table(table)} where id = ${id}`.execute(kopa.db);
  return rows[0]?.state ?? '';
};

/** A quote from before, confirmed now; a new quote now must be refused or given in the same way. */
async function exchange(
  who: Member,
  stop: () => Promise<unknown>,
  pair: { readonly sourceCurrencyId: string; readonly targetCurrencyId: string },
  sourceCurrencyAmount: string,
): Promise<Answer> {
  const asked = { ...pair, sourceCurrencyAmount };
  const { data } = await who.must(swapCrypto, asked);
  await stop();
  const again = said(await who.call(swapCrypto, asked));
  const quote = { conversionQuoteId: data.conversion_quote_id, userId: who.id };
  const confirmed = said(await who.call(confirmSwap, quote));
  expect(again, 'a quote and its confirmation are stopped alike').toBe(confirmed);
  return confirmed;
}

/** The time in which it can be cancelled passes, for this one alone. */
async function sent(id: string): Promise<Answer> {
  await sendDue(kopa.deps);
  await run(sql`update withdrawals set due_at = ${before(0)} where id = ${id}`);
  await run(sql`delete from mail_outbox`);
  await moveDue(kopa.deps);
  return (await stateOf('withdrawals', id, 'status')) === 'requested' ? 'waits' : 'goes';
}

/** Asks for a withdrawal. */
async function withdrawn(who: Member, amount: string): Promise<string> {
  const asked = { amount, cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  const { data } = await who.must(createWithdrawal, asked);
  return data.withdrawal_id;
}

/** What says only that it takes longer: other words could warn somebody on a list (KEEP-06). */
const delayed: readonly Tried[] = ['listed', 'unscreened'];

/** All of it, and only if that is refused a small part: then what stays covers what is owed. */
async function leave(
  send: (amount: string) => Promise<{ readonly ok: boolean; readonly id: string }>,
  amounts: readonly [all: string, part: string],
): Promise<Answer> {
  const all = await send(amounts[0]);
  if (all.ok) return sent(all.id);
  const part = await send(amounts[1]);
  if (!part.ok) return 'refused';
  return (await sent(part.id)) === 'goes' ? 'covers' : 'waits';
}

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

async function withAccount(who: Member): Promise<string> {
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const { data } = await who.must(saveAddress, {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Test Person',
    ...account,
  });
  return data.address_id;
}

const payout = async (who: Member, address_id: string, amount: string) => {
  const asked = { amount, address_id, fee: '0.5', password };
  const reply = await who.call(createPayout, asked);
  return { ok: reply.ok, id: reply.ok ? reply.value.data.withdrawal_id : '' };
};

const order = {
  ...{ amount: '162.45', currency: 'AUD', crypto_value: '0.001', crypto_currency: 'BTC' },
  ...{ usdc: '100', success_url: '/success', decline_url: '/decline', fail_url: '/fail' },
  ...{ cancel_url: '/cancel', payment_test_env: true },
};

/** Does it: everything before it is prepared, then the state begins, then money moves, or does not. */
type Try = (stop: (who: Member) => Promise<unknown>) => Promise<readonly [Member, Answer]>;

/** A deposit on a network, from whom the party knows. */
const arrives = async ({ id }: Member): Promise<string> => {
  const email = await stateOf('users', id, 'email');
  await depositInSandbox(kopa.db, kopa.clock.now, {
    ...{
      recipient: email,
      currency: 'ETH',
      amount: '0.5',
      network: 'Ethereum',
      confirmations: null,
    },
  });
  await stepDeposits(kopa.deps);
  const { rows } = await sql<{ id: string }>`select deposits.id from deposits
    join users on users.id = deposits.user_id
    where email = ${email} order by seen_at desc limit 1`.execute(kopa.db);
  return rows[0]?.id ?? '';
};

const balanceOf = async ({ id }: Member, kind: string, currency: string): Promise<string> =>
  stateOf('accounts', `${id}/${kind}/${currency}`, 'balance');

/**
 * Whether what came is a case that two officers decide (HARD-51), by the case itself and by the books: nothing of it
 * is the customer's to use.
 */
async function isCase(who: Member, id: string, currency: string): Promise<boolean> {
  const units = await stateOf('closed_money', id, 'units');
  if (units === '') return false;
  expect(await stateOf('closed_money', id, 'former_id')).toBe(who.id);
  expect(await balanceOf(who, 'unclaimed', currency)).toBe(units);
  expect(await balanceOf(who, 'available', currency)).toBe('0');
  return true;
}

/** A deposit at an address of an account that is closed by now. */
async function arrivesLate({ id }: Member): Promise<Answer> {
  const address = `0x${createHash('sha1').update(id).digest('hex')}`;
  await run(sql`insert into deposit_addresses (user_id, payment_route_id, network, address_index, address, tag, sandbox, created_at)
    values (${id}, 'eth-ethereum', 'Ethereum', 1, ${address}, '', false, ${now()})`);
  const deposit = {
    id: randomUUID(),
    network: 'Ethereum',
    currency: 'ETH',
    amount: '0.5',
  } as const;
  await takeDeposit(kopa.deps, {
    ...{ ...deposit, address, tag: '', hash: randomUUID(), outputIndex: 0, senders: [] },
    ...{ confirmations: 64, status: 'confirmed' },
  });
  const { rows } = await sql<{ id: string; reason: string }>`select id, reason from deposits_aside
    where external_id = ${deposit.id}`.execute(kopa.db);
  const [aside] = rows;
  expect(aside?.reason).toBe('deleted-customer');
  const which = { kind: 'deposit-aside', id: aside?.id ?? '' } as const;
  const found = await kopa.api.must(getCase, which, officers[0]);
  expect(found.data.closed_account).toBe(id);
  const close = { ...which, decision: 'close', reason: 'It was sent back.' } as const;
  const seconds = [];
  for (const officer of officers) {
    seconds.push((await kopa.api.must(decideCase, close, officer)).second);
  }
  expect(seconds, 'two officers close it').toEqual([true, false]);
  return 'case';
}

/** Closed and erased. */
const isLeft = async ({ id }: Member): Promise<boolean> =>
  (await stateOf('users', id, 'email')).endsWith('@deleted.invalid');

/** The last step of an ended relationship is due. */
async function lastStep({ id }: Member): Promise<void> {
  await run(sql`update endings set done = 4, done_at = ${before(24 * 30)}, claim_until = ${before(1)},
    look_at = ${before(1)} where user_id = ${id}`);
  await advanceEndings(kopa.deps);
}

/** Whether a mail says what is still owed. */
async function isTold({ email }: Member): Promise<boolean> {
  await sendDue(kopa.deps);
  const mails = await kopa.sandbox.inbox(email);
  return mails.some(({ text }) => text.includes('500.00 is still owed'));
}

const tries: Readonly<Record<Way, Try>> = {
  swap: async (stop) => {
    const who = await customer({ balances: { USDC: '2000' } });
    const pair = { sourceCurrencyId: 'USDC', targetCurrencyId: 'BTC' };
    return [who, await exchange(who, () => stop(who), pair, '100')];
  },
  buy: async (stop) => {
    const who = await customer({ balances: { AUD: '1000', ETH: '2' } });
    const pair = { sourceCurrencyId: 'AUD', targetCurrencyId: 'BTC' };
    return [who, await exchange(who, () => stop(who), pair, '100')];
  },
  sell: async (stop) => {
    const who = await customer({ balances: { ETH: '2' } });
    const pair = { sourceCurrencyId: 'ETH', targetCurrencyId: 'AUD' };
    return [who, await exchange(who, () => stop(who), pair, '0.1')];
  },
  card: async (stop) => {
    const who = await customer();
    await stop(who);
    const small = said(await who.call(initTransaction, order));
    const much = { ...order, amount: '324.9', crypto_value: '0.002', usdc: '200' };
    const large = said(await who.call(initTransaction, much));
    return [who, small === large ? small : 'up-to'];
  },
  recurring: async (stop) => {
    const who = await customer({ balances: { AUD: '1000' } });
    const asked = { currency_id: 'BTC', amount: '100', every: 'weekly' } as const;
    const first_on = dayAfter(kopa.clock.now());
    const { data } = await who.must(addRecurringBuy, { ...asked, first_on });
    await stop(who);
    const today = lastDay(kopa.clock.now());
    await run(sql`update recurring_buys set first_on = ${today}, next_on = ${today}, due_at = ${before(1)}
      where id = ${data.buy_id}`);
    await buyDue(kopa.deps);
    const { rows } = await sql<{ outcome: string }>`select outcome from recurring_runs
      where buy_id = ${data.buy_id}`.execute(kopa.db);
    if (rows[0]?.outcome === 'bought') return [who, 'goes'];
    // What is not even taken to be looked at is due as before.
    const { due_at } = await kopa.db
      .selectFrom('recurring_buys')
      .select('due_at')
      .where('id', '=', data.buy_id)
      .executeTakeFirstOrThrow();
    const isTaken = rows.length > 0 || due_at === null || due_at > now();
    return [who, isTaken ? 'skipped' : 'waits'];
  },
  withdraw: async (stop) => {
    const who = await customer({ balances: { ETH: '1' } });
    await stop(who);
    const send = async (amount: string) => {
      const asked = { amount, cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
      const reply = await who.call(createWithdrawal, asked);
      return { ok: reply.ok, id: reply.ok ? reply.value.data.withdrawal_id : '' };
    };
    return [who, await leave(send, ['0.99', '0.1'])];
  },
  'cash-out': async (stop) => {
    const who = await customer({ balances: { AUD: '1000' } });
    const account = await withAccount(who);
    await stop(who);
    return [who, await leave((amount) => payout(who, account, amount), ['900', '100'])];
  },
  receive: async (stop) => {
    const who = await customer();
    await stop(who);
    const asked = { paymentRouteId: 'eth-ethereum', currencyId: 'ETH' };
    return [who, said(await who.call(generateAddress, asked))];
  },
  'transfer-in': async (stop) => {
    const who = await customer();
    await who.must(openBankAccount, {});
    const { external_id: accountId } = await kopa.db
      .selectFrom('bank_accounts')
      .select('external_id')
      .where('user_id', '=', who.id)
      .executeTakeFirstOrThrow();
    await stop(who);
    const id = await transferInSandbox(kopa.db, now(), {
      ...{ accountId, currency: 'AUD', amount: '100', payer: 'TEST PERSON', reference: '' },
      status: 'settled',
    });
    await run(sql`update custody_feeds set due_at = ${before(1)}, leased_until = ${before(1)}`);
    await stepBank(kopa.deps);
    const { rows } = await sql<{ state: string }>`select state from bank_transfers
      where external_id = ${id}`.execute(kopa.db);
    const outcomes: Readonly<Record<string, Answer>> = {
      ...{ credited: 'goes', checking: 'waits', pending: 'waits' },
      ...{ returning: 'returned', returned: 'returned' },
    };
    return [who, outcomes[rows[0]?.state ?? ''] ?? 'case'];
  },
  'payout-back': async (stop) => {
    const who = await customer({ balances: { AUD: '1000' } });
    const { id } = await payout(who, await withAccount(who), '100');
    await markBroadcast(kopa.deps, id, 'hash', 9_000);
    await complete(kopa.deps, id, 'hash');
    await run(sql`update withdrawals set due_at = null where id = ${id}`);
    await stop(who);
    const taken = await takeBack(kopa.deps, id, 'refused');
    const refunded = (await stateOf('withdrawals', id, 'status')) === 'refunded';
    expect(refunded).toBe(taken === 'taken');
    return [
      who,
      taken === 'waits'
        ? 'waits'
        : (await isCase(who, `payout:${id}:AUD`, 'AUD'))
          ? 'case'
          : 'goes',
    ];
  },
  'card-paid': async (stop) => {
    const who = await customer();
    const { data } = await who.must(initTransaction, order);
    await stop(who);
    await kopa.decidesCard(data.checkout.token, 'success');
    await settlePurchase(kopa.deps, data.tracking_id);
    const status = await stateOf('purchases', data.tracking_id, 'status');
    if (status === 'pending' || status === 'unknown') return [who, 'waits'];
    if (status !== 'success') return [who, 'returned'];
    const isKept = await isCase(who, `card:${data.tracking_id}:BTC`, 'BTC');
    return [who, isKept ? 'case' : 'goes'];
  },
  deposit: async (stop) => {
    const who = await customer();
    await stop(who);
    if ((await stateOf('users', who.id, 'deleted_at')) !== '') return [who, await arrivesLate(who)];
    const state = await stateOf('deposits', await arrives(who));
    const outcomes: Readonly<Record<string, Answer>> = { credited: 'goes', pending: 'waits' };
    return [who, outcomes[state] ?? 'case'];
  },
  close: async (stop) => {
    const who = await customer({ balances: { AUD: '0.5' } });
    const { data } = await who.must(getRemainder, {});
    await stop(who);
    const give_up = data.map(({ currency_id, amount }) => ({ currency_id, amount }));
    const reply = await who.call(deleteAccount, { give_up, password });
    expect(reply.ok).toBe(await isLeft(who));
    return [who, said(reply)];
  },
  forfeit: async (stop) => {
    const who = await customer({ balances: { AUD: '100', ETH: '0.1' } });
    await endedAt(who, false);
    await stop(who);
    await lastStep(who);
    if (await isLeft(who)) return [who, 'goes'];
    const isClosed = (await stateOf('users', who.id, 'deleted_at')) !== '';
    return [who, isClosed ? 'refused' : 'waits'];
  },
  end: async (stop) => {
    const who = await customer();
    await endedAt(who, false);
    await stop(who);
    await lastStep(who);
    const isClosed = (await stateOf('users', who.id, 'deleted_at')) !== '';
    if (await isLeft(who)) return [who, (await isTold(who)) ? 'told' : 'goes'];
    return [who, isClosed ? 'refused' : 'waits'];
  },
  erase: async (stop) => {
    const who = await customer();
    await stop(who);
    // Somebody frozen has no session: it is their ending that closes the account.
    if ((await stateOf('users', who.id, 'withdrawals_frozen')) === 'true') {
      await endedAt(who, false);
      await lastStep(who);
      return [who, (await isLeft(who)) ? 'goes' : 'refused'];
    }
    const reply = await who.call(deleteAccount, { password });
    return [who, (await isTold(who)) ? 'told' : said(reply)];
  },
  remove: async (stop) => {
    const who = await customer();
    await run(sql`update users set role = 'admin' where id = ${who.id}`);
    await stop(who);
    const email = await stateOf('users', who.id, 'email');
    const removed = await removeAdministrator(kopa.deps, email, { actor: 'operator test' });
    return [who, removed === 'erased' ? 'goes' : 'refused'];
  },
  claim: async (stop) => {
    const who = await customer({ balances: { AUD: '100.5' } });
    const { id } = await payout(who, await withAccount(who), '100');
    await markBroadcast(kopa.deps, id, 'hash', 9_000);
    await complete(kopa.deps, id, 'hash');
    await run(sql`update withdrawals set due_at = null where id = ${id}`);
    await who.must(deleteAccount, { password });
    await takeBack(kopa.deps, id, 'refused');
    await stop(who);
    const asked = { decision: 'pay', reason: 'They wrote.', to: { account: '062-000 87654321' } };
    const which = { kind: 'closed-money', id: `payout:${id}:AUD` } as const;
    for (const officer of officers) {
      const decided = await kopa.api.call(
        decideCase,
        { ...asked, ...which, decision: 'pay' },
        officer,
      );
      if (!decided.ok) return [who, 'refused'];
    }
    return [who, await sent(await stateOf('closed_money', which.id, 'withdrawal_id'))];
  },
};

const isTried = (gate: (typeof gates)[number]): gate is Tried => !isOf(gate, 'transfer');
const tried = gates.filter(isTried);
const cells = tried.flatMap((gate) => ways.map((way) => [gate, way] as const));

test.each(cells)('HARD-56, HARD-89 %s, %s', async (gate, way) => {
  let owed = 0n;
  const stop = async (who: Member) => {
    await enter[gate](who);
    owed = await owedBy(who);
  };
  try {
    const [who, answer] = await tries[way](stop);
    const left = await owedBy(who);
    // A new one is refused; that those under way go on is tried below.
    const right = expected[gate][way] === 'no-new' ? 'refused' : expected[gate][way];
    expect(answer === 'goes' && left < owed ? 'pays' : answer).toBe(right);
    if (answer === 'told') expect(left, 'it survives the closing').toBe(owed);
  } finally {
    await leaveAll();
  }
});

const closedToNew = tried.filter((gate) => ways.some((way) => expected[gate][way] === 'no-new'));

test.each(closedToNew)('HARD-89 %s refuses new ones, and those under way go on', async (gate) => {
  const way = expected[gate].withdraw === 'no-new' ? 'withdraw' : 'cash-out';
  const who = await customer({ balances: { ETH: '1', AUD: '1000' } });
  const id =
    way === 'withdraw'
      ? await withdrawn(who, '0.1')
      : (await payout(who, await withAccount(who), '100')).id;
  try {
    await enter[gate](who);
    expect(await sent(id)).toBe('goes');
  } finally {
    await leaveAll();
  }
});

test('HARD-56, HARD-89 the list of gates says what the server was seen to do', () => {
  expect(Object.fromEntries(tried.map((gate) => [gate, answers[gate].ways]))).toEqual(expected);
});

/** What the desk says of a withdrawal that waits, and of one that was asked for before. */
const stopsSent = tried.filter((gate) => {
  const answer = expected[gate].withdraw;
  return answer === 'waits' || answer === 'refused';
});

test.each(stopsSent.filter((gate) => gate !== 'closed'))(
  'HARD-89 %s: the worker does not begin what was asked for before, and the desk and the page say so',
  async (gate) => {
    const who = await customer({ balances: { ETH: '1' } });
    const id = await withdrawn(who, '0.1');
    try {
      await enter[gate](who);
      expect(await sent(id), 'the worker').toBe('waits');
      await run(sql`update withdrawals set cancellable_until = ${before(1)} where id = ${id}`);
      const which = { kind: 'stuck', id: `withdrawal:${id}` } as const;
      const { data } = await kopa.api.must(getCase, which, officers[0]);
      const why = data.facts.find(({ label }) => label === 'Why it cannot move');
      expect(why?.value, 'the desk').toBe(answers[gate].desk);
      const waiting = await who.must(listWaiting, {});
      const kinds = waiting.data.map(({ kind }) => kind);
      expect(kinds.includes('withdrawal-delayed'), 'the page').toBe(delayed.includes(gate));
    } finally {
      await leaveAll();
    }
  },
);
