import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount, getRemainder, updateProfile } from '#core/contract/account.ts';
import { saveAddress } from '#core/contract/address-book.ts';
import { openBankAccount } from '#core/contract/bank.ts';
import { decideCase, getCase } from '#core/contract/desk.ts';
import { generateAddress } from '#core/contract/funds.ts';
import { initTransaction } from '#core/contract/payment.ts';
import { addRecurringBuy } from '#core/contract/recurring-buys.ts';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { createPayout, createWithdrawal } from '#core/contract/withdrawal.ts';
import { dayAfter } from '#core/domain/recurrence.ts';
import { transferInSandbox } from '#server/adapters/bank/sandbox.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { stepBank } from '#server/services/bank/bank-worker.ts';
import { takeDeposit } from '#server/services/deposits/custodian-deposits.ts';
import { stepDeposits } from '#server/services/deposits/deposit-worker.ts';
import { advanceEndings } from '#server/services/endings/endings-worker.ts';
import {
  type Answer,
  answers,
  type State,
  states,
  type Way,
  ways,
} from '#server/services/gates/gates.ts';
import { sendDue } from '#server/services/notices/outbox.ts';
import { settlePurchase } from '#server/services/purchases/settle-purchases.ts';
import { lastDay } from '#server/services/recurring/recurring-buys.ts';
import { buyDue } from '#server/services/recurring/recurring-worker.ts';
import {
  complete,
  markBroadcast,
  takeBack,
} from '#server/services/withdrawals/withdrawal-steps.ts';
import { moveDue } from '#server/services/withdrawals/withdrawal-worker.ts';
import { newKey } from '#tests/support/api-client.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import {
  type InProcess,
  type Person,
  type PersonOptions,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

/*
 * Every state that stops money against every way it moves, tried on the running server. What must come out is
 * written down here once more, by hand: a new state or way does not compile before it has its answers here, its
 * beginning in `enter` and its movement in `tries`.
 */

let server: InProcess;
let sandbox: Sandbox;
/** Two, who decide cases. */
let officers: readonly Person[];
beforeAll(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
  // Three hours into a day, so that a recurring buy of today is due and not too late.
  const now = server.deps.clock.now();
  const day = 24 * 3_600_000;
  server.deps.clock.advance(day - (now % day) + 3 * 3_600_000);
  officers = [
    await person(server.deps, { role: 'compliance' }),
    await person(server.deps, { role: 'compliance' }),
  ];
  await sandbox.market('BTC', '100000');
  await sandbox.market('ETH', '4000');
  await sandbox.market('USDC', '1');
});
afterAll(() => closeSound(server));

/** In the order of `ways`. */
const expected: Readonly<Record<State, Readonly<Record<Way, Answer>>>> = {
  closed: {
    ...{ swap: 'refused', buy: 'refused', sell: 'refused', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
    ...{ 'transfer-in': 'returned', 'payout-back': 'case', 'card-paid': 'case', deposit: 'case' },
    ...{ 'give-up': 'refused', forfeit: 'refused', close: 'refused', claim: 'goes' },
  },
  listed: {
    ...{ swap: 'refused', buy: 'refused', sell: 'refused', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'waits', 'cash-out': 'waits', receive: 'goes' },
    ...{ 'transfer-in': 'waits', 'payout-back': 'waits', 'card-paid': 'waits', deposit: 'waits' },
    ...{ 'give-up': 'refused', forfeit: 'waits', close: 'refused', claim: 'waits' },
  },
  unscreened: {
    ...{ swap: 'goes', buy: 'goes', sell: 'goes', card: 'goes', recurring: 'goes' },
    ...{ withdraw: 'waits', 'cash-out': 'waits', receive: 'goes' },
    ...{ 'transfer-in': 'waits', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'waits' },
    ...{ 'give-up': 'goes', forfeit: 'waits', close: 'goes', claim: 'waits' },
  },
  frozen: {
    ...{ swap: 'refused', buy: 'refused', sell: 'refused', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
    ...{ 'transfer-in': 'goes', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'refused', forfeit: 'waits', close: 'goes', claim: 'goes' },
  },
  excluded: {
    ...{ swap: 'refused', buy: 'refused', sell: 'goes', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'goes', 'cash-out': 'goes', receive: 'refused' },
    ...{
      'transfer-in': 'returned',
      'payout-back': 'goes',
      'card-paid': 'returned',
      deposit: 'case',
    },
    ...{ 'give-up': 'goes', forfeit: 'goes', close: 'goes', claim: 'goes' },
  },
  uncertified: {
    ...{ swap: 'refused', buy: 'refused', sell: 'refused', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'goes', 'cash-out': 'goes', receive: 'goes' },
    ...{ 'transfer-in': 'goes', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'goes', forfeit: 'goes', close: 'goes', claim: 'goes' },
  },
  ended: {
    ...{ swap: 'refused', buy: 'refused', sell: 'goes', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'goes', 'cash-out': 'goes', receive: 'refused' },
    ...{ 'transfer-in': 'goes', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'goes', forfeit: 'goes', close: 'goes', claim: 'goes' },
  },
  outdated: {
    ...{ swap: 'refused', buy: 'refused', sell: 'goes', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'goes', 'cash-out': 'goes', receive: 'refused' },
    ...{ 'transfer-in': 'goes', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'goes', forfeit: 'goes', close: 'goes', claim: 'goes' },
  },
  unanswered: {
    ...{ swap: 'refused', buy: 'refused', sell: 'goes', card: 'refused', recurring: 'skipped' },
    ...{ withdraw: 'goes', 'cash-out': 'goes', receive: 'refused' },
    ...{ 'transfer-in': 'goes', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'goes', forfeit: 'goes', close: 'goes', claim: 'goes' },
  },
  slowed: {
    ...{ swap: 'goes', buy: 'goes', sell: 'goes', card: 'goes', recurring: 'goes' },
    ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'goes' },
    ...{ 'transfer-in': 'goes', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'goes', forfeit: 'waits', close: 'goes', claim: 'goes' },
  },
  owing: {
    ...{ swap: 'goes', buy: 'goes', sell: 'pays', card: 'goes', recurring: 'goes' },
    ...{ withdraw: 'covers', 'cash-out': 'covers', receive: 'goes' },
    ...{ 'transfer-in': 'pays', 'payout-back': 'pays', 'card-paid': 'goes', deposit: 'goes' },
    ...{ 'give-up': 'pays', forfeit: 'pays', close: 'told', claim: 'goes' },
  },
};

const run = (query: ReturnType<typeof sql>) => query.execute(server.deps.db);
const now = () => new Date(server.deps.clock.now());
const before = (hours: number) => new Date(server.deps.clock.now() - hours * 3_600_000);

const endedAt = ({ id }: Person, atOnce: boolean) =>
  run(sql`insert into endings (user_id, at_once, officer, reason, noticed_at, ends_at, claim_until, look_at)
    values (${id}, ${atOnce}, 'x', 'x', ${before(2)}, ${before(1)}, ${before(-9_000)}, ${before(-9_000)})
    on conflict (user_id) do update set at_once = excluded.at_once`);
const screenedAs = ({ id }: Person, state: string) =>
  run(sql`insert into screenings (id, subject, reference, user_id, state, asked_at)
    values (${`customer:${id}`}, 'customer', ${id}, ${id}, ${state}, ${now()})
    on conflict (id) do update set state = excluded.state, due_at = null`);

/** 500 AUD that a bank took back. */
const DEBT = '50000';

const enter: Readonly<Record<State, (who: Person) => Promise<unknown>>> = {
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
  owing: ({ id }) =>
    run(sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
        reason, owed, seen_at, ask_at)
      values (${randomUUID()}, ${randomUUID()}, ${id}, 'AUD', '500', 'Test Person', '', 'recalled',
        'recalled', ${DEBT}, ${before(2)}, ${before(-9_000)})`),
};

let born = Date.UTC(1970, 0, 1);

async function customer(options: PersonOptions = {}): Promise<Person> {
  const who = await person(server.deps, options);
  // Each has a birth date of their own: a person's next account takes over what the closed one owes.
  born += 24 * 3_600_000;
  await run(
    sql`update users set dob = ${new Date(born).toISOString().slice(0, 10)} where id = ${who.id}`,
  );
  await sandbox.kyc(who.email, 'approved');
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await server.api.must(updateProfile, profile, who);
  return who;
}

const keyed = ({ credential }: Person) => ({ credential, idempotencyKey: newKey() });
const said = (reply: { readonly ok: boolean }): Answer => (reply.ok ? 'goes' : 'refused');

const owedBy = async ({ id }: Person): Promise<bigint> => {
  const { rows } = await sql<{ owed: string }>`select coalesce(sum(owed), 0)::text as owed
    from bank_transfers where user_id = ${id}`.execute(server.deps.db);
  return BigInt(rows[0]?.owed ?? 0);
};
const stateOf = async (table: string, id: string, column = 'state'): Promise<string> => {
  const { rows } = await sql<{ state: string }>`select ${sql.ref(column)}::text as state
    from ${sql.table(table)} where id = ${id}`.execute(server.deps.db);
  return rows[0]?.state ?? '';
};

/** A quote from before, confirmed now; a new quote now must be refused or given in the same way. */
async function exchange(
  who: Person,
  stop: () => Promise<unknown>,
  pair: { readonly sourceCurrencyId: string; readonly targetCurrencyId: string },
  sourceCurrencyAmount: string,
): Promise<Answer> {
  const asked = { ...pair, sourceCurrencyAmount };
  const { data } = await server.api.must(swapCrypto, asked, who);
  await stop();
  const again = said(await server.api.call(swapCrypto, asked, who));
  const quote = { conversionQuoteId: data.conversion_quote_id, userId: who.id };
  const confirmed = said(await server.api.call(confirmSwap, quote, keyed(who)));
  expect(again, 'a quote and its confirmation are stopped alike').toBe(confirmed);
  return confirmed;
}

/** The time in which it can be cancelled passes, for this one alone. */
async function sent(id: string): Promise<Answer> {
  await sendDue(server.deps);
  await run(sql`update withdrawals set due_at = ${before(0)} where id = ${id}`);
  await run(sql`delete from mail_outbox`);
  await moveDue(server.deps);
  return (await stateOf('withdrawals', id, 'status')) === 'requested' ? 'waits' : 'goes';
}

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

async function withAccount(who: Person): Promise<string> {
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const { data } = await server.api.must(
    saveAddress,
    { kind: 'fiat', label: 'Mine', holder: 'Test Person', ...account },
    who,
  );
  return data.address_id;
}

const payout = async (who: Person, address_id: string, amount: string) => {
  const asked = { amount, address_id, fee: '0.5', password };
  const reply = await server.api.call(createPayout, asked, keyed(who));
  return { ok: reply.ok, id: reply.ok ? reply.value.data.withdrawal_id : '' };
};

const order = {
  ...{ amount: '162.45', currency: 'AUD', crypto_value: '0.001', crypto_currency: 'BTC' },
  ...{ usdc: '100', success_url: '/success', decline_url: '/decline', fail_url: '/fail' },
  ...{ cancel_url: '/cancel', payment_test_env: true },
};

/** Does it: everything before it is prepared, then the state begins, then money moves, or does not. */
type Try = (stop: (who: Person) => Promise<unknown>) => Promise<readonly [Person, Answer]>;

/** A deposit on a network, from whom the party knows. */
const arrives = async ({ email }: Person): Promise<string> => {
  await depositInSandbox(server.deps.db, server.deps.clock.now, {
    ...{
      recipient: email,
      currency: 'ETH',
      amount: '0.5',
      network: 'Ethereum',
      confirmations: null,
    },
  });
  await stepDeposits(server.deps);
  const { rows } = await sql<{ id: string }>`select deposits.id from deposits
    join users on users.id = deposits.user_id
    where email = ${email} order by seen_at desc limit 1`.execute(server.deps.db);
  return rows[0]?.id ?? '';
};

const balanceOf = async ({ id }: Person, kind: string, currency: string): Promise<string> =>
  stateOf('accounts', `${id}/${kind}/${currency}`, 'balance');

/**
 * Whether what came is a case that two officers decide (HARD-51), by the case itself and by the books: nothing of it
 * is the customer's to use.
 */
async function isCase(who: Person, id: string, currency: string): Promise<boolean> {
  const units = await stateOf('closed_money', id, 'units');
  if (units === '') return false;
  expect(await stateOf('closed_money', id, 'former_id')).toBe(who.id);
  expect(await balanceOf(who, 'unclaimed', currency)).toBe(units);
  expect(await balanceOf(who, 'available', currency)).toBe('0');
  return true;
}

/** A deposit at an address of an account that is closed by now. */
async function arrivesLate({ id }: Person): Promise<Answer> {
  const address = `0x${createHash('sha1').update(id).digest('hex')}`;
  await run(sql`insert into deposit_addresses (user_id, payment_route_id, network, address_index, address, tag, sandbox, created_at)
    values (${id}, 'eth-ethereum', 'Ethereum', 1, ${address}, '', false, ${now()})`);
  const deposit = {
    id: randomUUID(),
    network: 'Ethereum',
    currency: 'ETH',
    amount: '0.5',
  } as const;
  await takeDeposit(server.deps, {
    ...{ ...deposit, address, tag: '', hash: randomUUID(), outputIndex: 0, senders: [] },
    ...{ confirmations: 64, status: 'confirmed' },
  });
  const { rows } = await sql<{ id: string; reason: string }>`select id, reason from deposits_aside
    where external_id = ${deposit.id}`.execute(server.deps.db);
  const [aside] = rows;
  expect(aside?.reason).toBe('deleted-customer');
  const which = { kind: 'deposit-aside', id: aside?.id ?? '' } as const;
  const found = await server.api.must(getCase, which, officers[0]);
  expect(found.data.closed_account).toBe(id);
  const close = { ...which, decision: 'close', reason: 'It was sent back.' } as const;
  const seconds = [];
  for (const officer of officers) {
    seconds.push((await server.api.must(decideCase, close, officer)).second);
  }
  expect(seconds, 'two officers close it').toEqual([true, false]);
  return 'case';
}

/** Closed and erased. */
const isLeft = async ({ id }: Person): Promise<boolean> =>
  (await stateOf('users', id, 'email')).endsWith('@deleted.invalid');

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
    return [who, said(await server.api.call(initTransaction, order, keyed(who)))];
  },
  recurring: async (stop) => {
    const who = await customer({ balances: { AUD: '1000' } });
    const asked = { currency_id: 'BTC', amount: '100', every: 'weekly' } as const;
    const first_on = dayAfter(server.deps.clock.now());
    const { data } = await server.api.must(addRecurringBuy, { ...asked, first_on }, keyed(who));
    await stop(who);
    const today = lastDay(server.deps.clock.now());
    await run(sql`update recurring_buys set first_on = ${today}, next_on = ${today}, due_at = ${before(1)}
      where id = ${data.buy_id}`);
    await buyDue(server.deps);
    const { rows } = await sql<{ outcome: string }>`select outcome from recurring_runs
      where buy_id = ${data.buy_id}`.execute(server.deps.db);
    return [who, rows[0]?.outcome === 'bought' ? 'goes' : 'skipped'];
  },
  withdraw: async (stop) => {
    const who = await customer({ balances: { ETH: '1' } });
    await stop(who);
    const send = async (amount: string) => {
      const asked = { amount, cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
      const reply = await server.api.call(createWithdrawal, asked, keyed(who));
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
    return [who, said(await server.api.call(generateAddress, asked, who))];
  },
  'transfer-in': async (stop) => {
    const who = await customer();
    await server.api.must(openBankAccount, {}, who);
    const { external_id: accountId } = await server.deps.db
      .selectFrom('bank_accounts')
      .select('external_id')
      .where('user_id', '=', who.id)
      .executeTakeFirstOrThrow();
    await stop(who);
    const id = await transferInSandbox(server.deps.db, now(), {
      ...{ accountId, currency: 'AUD', amount: '100', payer: 'TEST PERSON', reference: '' },
      status: 'settled',
    });
    await run(sql`update custody_feeds set due_at = ${before(1)}, leased_until = ${before(1)}`);
    await stepBank(server.deps);
    const { rows } = await sql<{ state: string }>`select state from bank_transfers
      where external_id = ${id}`.execute(server.deps.db);
    const outcomes: Readonly<Record<string, Answer>> = {
      ...{ credited: 'goes', checking: 'waits', returning: 'returned', returned: 'returned' },
    };
    return [who, outcomes[rows[0]?.state ?? ''] ?? 'case'];
  },
  'payout-back': async (stop) => {
    const who = await customer({ balances: { AUD: '1000' } });
    const { id } = await payout(who, await withAccount(who), '100');
    await markBroadcast(server.deps, id, 'hash', 9_000);
    await complete(server.deps, id, 'hash');
    await run(sql`update withdrawals set due_at = null where id = ${id}`);
    await stop(who);
    const taken = await takeBack(server.deps, id, 'refused');
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
    const { data } = await server.api.must(initTransaction, order, keyed(who));
    await stop(who);
    await fetch(`${server.url}/sandbox/pay/${data.checkout.token}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'success' }),
      redirect: 'manual',
    });
    await settlePurchase(server.deps, data.tracking_id);
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
  'give-up': async (stop) => {
    const who = await customer({ balances: { AUD: '0.5' } });
    const { data } = await server.api.must(getRemainder, {}, who);
    await stop(who);
    const give_up = data.map(({ currency_id, amount }) => ({ currency_id, amount }));
    const reply = await server.api.call(deleteAccount, { give_up, password }, who);
    expect(reply.ok).toBe(await isLeft(who));
    return [who, said(reply)];
  },
  forfeit: async (stop) => {
    const who = await customer({ balances: { AUD: '100', ETH: '0.1' } });
    await endedAt(who, false);
    await stop(who);
    await run(sql`update endings set done = 4, done_at = ${before(24 * 30)}, claim_until = ${before(1)},
      look_at = ${before(1)} where user_id = ${who.id}`);
    await advanceEndings(server.deps);
    if (await isLeft(who)) return [who, 'goes'];
    const isClosed = (await stateOf('users', who.id, 'deleted_at')) !== '';
    return [who, isClosed ? 'refused' : 'waits'];
  },
  close: async (stop) => {
    const who = await customer();
    await stop(who);
    // Somebody frozen has no session: it is their ending that closes the account.
    if ((await stateOf('users', who.id, 'withdrawals_frozen')) === 'true') {
      await endedAt(who, false);
      await run(sql`update endings set done = 4, done_at = ${before(24 * 30)}, claim_until = ${before(1)},
        look_at = ${before(1)} where user_id = ${who.id}`);
      await advanceEndings(server.deps);
      return [who, (await isLeft(who)) ? 'goes' : 'refused'];
    }
    const reply = await server.api.call(deleteAccount, { password }, who);
    await sendDue(server.deps);
    const mails = await sandbox.inbox(who.email);
    const told = mails.some(({ text }) => text.includes('500.00 is still owed'));
    return [who, told ? 'told' : said(reply)];
  },
  claim: async (stop) => {
    const who = await customer({ balances: { AUD: '100.5' } });
    const { id } = await payout(who, await withAccount(who), '100');
    await markBroadcast(server.deps, id, 'hash', 9_000);
    await complete(server.deps, id, 'hash');
    await run(sql`update withdrawals set due_at = null where id = ${id}`);
    await server.api.must(deleteAccount, { password }, who);
    await takeBack(server.deps, id, 'refused');
    await stop(who);
    const asked = { decision: 'pay', reason: 'They wrote.', to: { account: '062-000 87654321' } };
    const which = { kind: 'closed-money', id: `payout:${id}:AUD` } as const;
    for (const officer of officers) {
      await server.api.must(decideCase, { ...asked, ...which, decision: 'pay' }, officer);
    }
    return [who, await sent(await stateOf('closed_money', which.id, 'withdrawal_id'))];
  },
};

const cells = states.flatMap((state) => ways.map((way) => [state, way] as const));

test.each(cells)('HARD-56 %s, %s', async (state, way) => {
  let owed = 0n;
  const stop = async (who: Person) => {
    await enter[state](who);
    owed = await owedBy(who);
  };
  const [who, answer] = await tries[way](stop);
  const left = await owedBy(who);
  expect(answer === 'goes' && left < owed ? 'pays' : answer).toBe(expected[state][way]);
  if (answer === 'told') expect(left, 'it survives the closing').toBe(owed);
});

test('HARD-56 the table of gates says what the server was seen to do', () => {
  expect(answers).toEqual(expected);
});
