import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import { addRecurringBuy } from '#core/contract/money/recurring-buys.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { findKept } from '#core/money/cash.ts';
import { dayAfter } from '#core/time/recurrence.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { causeless } from '#server/ledger/causes.ts';
import { violations } from '#server/ledger/invariants.ts';
import { postJournal } from '#server/ledger/post.ts';
import { decideHeldIn } from '#server/services/checks/held/held.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import {
  complete,
  markBroadcast,
} from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { deposit, type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ prices: { ETH: '4000', USDC: '1' } });

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** Whoever turned 450 of the 500 AUD that their bank then took back into USDC. */
async function debtor(options: PersonOptions = {}) {
  const one = await kopa.payee(options);
  const id = await kopa.arrives(one.accountId, '500');
  await one.who.swaps('AUD', 'USDC', '450');
  await kopa.recalls(id);
  expect((await one.who.bank()).owed).toBe('450');
  expect(await one.who.cash()).toBe('0');
  return one;
}

test('HARD-50 each credit of cash pays what is owed in its own transaction, before anything can be bought with it', async () => {
  const { who, accountId } = await debtor();
  await kopa.arrives(accountId, '20');
  expect((await who.bank()).owed).toBe('430');
  expect(await who.cash(), 'nothing is there to be exchanged at once').toBe('0');
  await who.swaps('USDC', 'AUD', '100');
  const { owed } = (await who.bank()) ?? {};
  expect(Number(owed)).toBeLessThan(430);
  expect(await who.cash()).toBe('0');
  await kopa.arrives(accountId, '1000');
  expect((await who.bank()).owed).toBe('0');
  expect(Number(await who.cash())).toBeCloseTo(1000 - Number(owed), 2);
});

test('HARD-50 while something is owed only what leaves more than that can be sent, in words that say how to pay', async () => {
  // 1 ETH is worth some 6,400 AUD.
  const { who, accountId } = await debtor({ balances: { ETH: '0.1' } });
  await who.swaps('USDC', 'ETH', '270');
  const all = await who.withdraws('ETH', '0.16', ETH);
  expect(all).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } });
  expect(all.ok ? '' : all.refusal.message).toMatch(
    /A bank took a transfer back after it was spent: AU?\$450\.00 is missing\. .*Add money from your bank or sell something for cash/,
  );
  expect(await who.withdraws('ETH', '0.05', ETH)).toMatchObject({ ok: true });
  await kopa.arrives(accountId, '450');
  expect(await who.withdraws('ETH', '0.1', ETH)).toMatchObject({ ok: true });
});

test('HARD-50 a recall brings back what waits to leave: cash among it pays at once', async () => {
  const { who, accountId } = await kopa.payee({ balances: { ETH: '1' } });
  const id = await kopa.arrives(accountId, '500');
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const saved = await who.must(saveAddress, {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Test Person',
    ...account,
  });
  const asked = { amount: '400', address_id: saved.data.address_id, fee: '0.5', password };
  const out = await who.must(createPayout, asked);
  await kopa.recalls(id);
  const row = await kopa.db
    .selectFrom('withdrawals')
    .select(['status', 'cancelled_for'])
    .where('id', '=', out.data.withdrawal_id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'cancelled', cancelled_for: 'debt' });
  expect((await who.bank()).owed).toBe('0');
  expect(await who.cash()).toBe('0');
});

/** Everything leaves the account, wherever to. */
async function spendAll({ id: userId }: Member): Promise<void> {
  const { db, clock } = kopa.deps;
  const rows = await db
    .selectFrom('accounts')
    .select(['currency', sql<string>`balance::text`.as('units')])
    .where('owner', '=', userId)
    .where('kind', '=', 'available')
    .where('balance', '>', '0')
    .execute();
  const postings = rows.flatMap(({ currency, units }) => {
    const code = findKept(currency)?.code;
    if (!code) throw new Error(currency);
    return [
      { account: customer(userId, 'available', code), units: -BigInt(units) },
      { account: house('manual', code), units: BigInt(units) },
    ];
  });
  const told = { class: 'manual', kind: 'manual', userId, reference: `spent:${userId}` } as const;
  await inTransaction(db, (tx) => postJournal(tx, clock, { ...told, comment: '', postings }));
}

/** Whoever spent what came by bank, sent it away, and closed the account; `owed`: what the bank then took back. */
async function gone(beforeClosing: boolean) {
  const { who, accountId } = await kopa.payee();
  const id = await kopa.arrives(accountId, '300');
  const spent = await who.swaps('AUD', 'ETH', '300');
  const sent = await who.withdraws('ETH', '0.03', ETH);
  if (!sent.ok) throw new Error(sent.refusal.message);
  const { withdrawal_id } = sent.value.data;
  await markBroadcast(kopa.deps, withdrawal_id, 'hash', 60);
  await complete(kopa.deps, withdrawal_id, 'hash');
  if (beforeClosing) await kopa.recalls(id);
  // What is left is too little for a withdrawal beside the debt, and is sold.
  const left = (await who.must(getWalletList, {})).data.find(
    ({ currency }) => currency.currency_id === 'ETH',
  );
  await who.swaps('ETH', 'AUD', left?.free_balance ?? spent.data.target_currency_amount);
  const { owed } = await who.bank();
  if (!beforeClosing) await spendAll(who);
  await who.must(deleteAccount, { password });
  if (!beforeClosing) await kopa.recalls(id);
  return { who, owed, id };
}

const officers = async () => [await kopa.officer(), await kopa.officer()];

/** The open cases of debts, as officers find them. */
const debtCases = async () => {
  const [officer] = await officers();
  if (!officer) throw new Error('no officer');
  const { data } = await kopa.api.must(listCases, {}, officer);
  return data.filter(({ kind }) => kind === 'debt');
};

async function press(id: string, decision: CaseDecision, by: Member | undefined) {
  if (!by) throw new Error('no officer');
  const which = { kind: 'debt', id } as const;
  const { data } = await by.must(getCase, which);
  return by.decides(which, decision, { seen: data.seen ?? '' });
}

/** Two officers decide alike; the second press carries it out. */
async function both(id: string, decision: CaseDecision) {
  const [one, two] = await officers();
  expect(await press(id, decision, one)).toMatchObject({ value: { second: true } });
  expect(await press(id, decision, one), 'not twice by the same').toMatchObject({ ok: false });
  expect(await press(id, decision, two)).toMatchObject({ value: { second: false } });
}

const noticesOf = async (who: Member) => {
  const after = new Date(kopa.clock.now() - 600_000).toISOString();
  return JSON.stringify((await who.must(listNotices, { after })).data);
};

/** A customer with other data than everybody's, who is verified. */
async function named(first_name: string, last_name: string, dob = '1990-01-01') {
  const who = await kopa.person();
  await kopa.db
    .updateTable('users')
    .set({ first_name, last_name, dob })
    .where('id', '=', who.id)
    .execute();
  await kopa.sandbox.kyc(who.email, 'approved');
  return who;
}

test('HARD-50 a debt survives the closing, is told with it, and meets the same person’s next registration once two officers say so', async () => {
  const { who, owed } = await gone(true);
  expect(Number(owed)).toBeGreaterThan(0);
  await sendDue(kopa.deps);
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text).toContain(`${Number(owed).toFixed(2)} is still owed.`);

  // Somebody else of the same name, or of the same birth date, is no case.
  await named('Test', 'Person', '1991-02-03');
  await named('Somebody', 'Else');
  expect(await debtCases()).toEqual([]);

  const again = await kopa.payee({ balances: { ETH: '0.05' } });
  const [found, ...others] = await debtCases();
  if (!found) throw new Error('no case');
  expect(others).toEqual([]);
  expect(found.customer).toBe(again.who.email);
  // While nobody has decided, the new account is told nothing, nothing is taken, and it may send what it has.
  await kopa.arrives(again.accountId, '30');
  expect(await again.who.bank()).toMatchObject({ owed: '0' });
  expect(await again.who.cash()).toBe('30');
  expect(await noticesOf(again.who)).not.toContain('owed');
  expect(await again.who.withdraws('ETH', '0.04', ETH)).toMatchObject({ ok: true });

  await both(found.id, 'theirs');
  expect(await debtCases()).toEqual([]);
  const left = Number(owed) - 30;
  expect(Number((await again.who.bank()).owed)).toBeCloseTo(left, 2);
  expect(await noticesOf(again.who)).toContain('of an earlier account of yours is still owed');
  await kopa.arrives(again.accountId, '400');
  expect((await again.who.bank()).owed).toBe('0');
  expect(Number(await again.who.cash())).toBeCloseTo(400 - left, 2);

  await both(found.id, 'take-back');
  expect(Number(await again.who.cash()), 'all of it is given back').toBe(430);
  expect((await again.who.bank()).owed).toBe('0');
  expect(await noticesOf(again.who)).toContain('What was taken is back in your cash');
  await kopa.arrives(again.accountId, '10');
  expect(Number(await again.who.cash())).toBe(440);
  const [officer] = await officers();
  expect(await press(found.id, 'theirs', officer), 'what was taken back is over').toMatchObject({
    ok: false,
  });
  expect(await causeless(kopa.db)).toEqual([]);
});

test('HARD-50 a case that a later recall opens again gives back what was taken, if it is somebody else’s after all', async () => {
  const other = await kopa.payee();
  const former = await kopa.payee();
  const ids = [
    await kopa.arrives(former.accountId, '100'),
    await kopa.arrives(former.accountId, '200'),
  ];
  await spendAll(former.who);
  await kopa.api.must(deleteAccount, { password }, former.who);
  await kopa.recalls(ids[0] ?? '');
  const [found] = await debtCases();
  if (!found) throw new Error('no case');
  await both(found.id, 'theirs');
  await kopa.arrives(other.accountId, '60');
  expect((await other.who.bank()).owed).toBe('40');

  await kopa.recalls(ids[1] ?? '');
  expect(await debtCases()).toMatchObject([{ id: found.id }]);
  const [officer] = await officers();
  expect(
    await press(found.id, 'not-theirs', officer),
    'it would keep what was taken',
  ).toMatchObject({ ok: false });
  await both(found.id, 'take-back');
  expect((await other.who.bank()).owed).toBe('0');
  await kopa.arrives(other.accountId, '300');
  expect(await other.who.cash()).toBe('360');
  expect(await debtCases()).toEqual([]);
  expect(await causeless(kopa.db)).toEqual([]);
});

test('HARD-50 what waits to leave comes back once officers say that its customer owes from an earlier account', async () => {
  const other = await kopa.payee({ balances: { ETH: '0.05' } });
  await gone(false);
  const [found] = await debtCases();
  if (!found) throw new Error('no case');
  const out = await other.who.withdraws('ETH', '0.04', ETH);
  if (!out.ok) throw new Error(out.refusal.message);
  await both(found.id, 'theirs');
  const row = await kopa.db
    .selectFrom('withdrawals')
    .select(['status', 'cancelled_for'])
    .where('id', '=', out.value.data.withdrawal_id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'cancelled', cancelled_for: 'debt' });
});

test('HARD-50 a namesake with the same birth date owes nothing once an officer has said so', async () => {
  await gone(true);
  const namesake = await kopa.payee();
  const [found] = await debtCases();
  if (!found) throw new Error('no case');
  const [officer] = await officers();
  expect(await press(found.id, 'not-theirs', officer)).toMatchObject({ value: { second: false } });
  const [late] = await officers();
  expect(await press(found.id, 'theirs', late), 'it is decided').toMatchObject({ ok: false });
  await kopa.arrives(namesake.accountId, '400');
  expect(await namesake.who.cash()).toBe('400');
  // Another check of the same person does not ask again.
  await kopa.sandbox.kyc(namesake.who.email, 'incomplete');
  await kopa.sandbox.kyc(namesake.who.email, 'approved');
  expect(await debtCases()).toEqual([]);
});

test.each([
  ['Jürgen', 'Müller', 'Juergen', 'Mueller', 'same'],
  ['Jürgen', 'Müller', 'JURGEN', 'MULLER', 'same'],
  ['Αλέξανδρος', 'Παπαδόπουλος', 'Alexandros', 'Papadopoulos', 'same'],
  ['Katherine', 'Johnson', 'Kathrine', 'Johnson', 'near'],
] as const)(
  'HARD-50 who closed as %s %s is looked for as %s %s',
  async (first, last, newFirst, newLast, match) => {
    const { who, accountId } = await kopa.payee();
    const id = await kopa.arrives(accountId, '300');
    const { db, clock, random, config } = kopa.deps;
    await db
      .updateTable('users')
      .set({ first_name: first, last_name: last, kyc_first_name: first, kyc_last_name: last })
      .where('id', '=', who.id)
      .execute();
    await spendAll(who);
    await kopa.recalls(id);
    await inTransaction(db, (tx) => eraseAccount({ clock, random, config }, tx, who.id));
    await named('Somebody', 'Else');
    await named(newFirst, newLast);
    const rows = await db.selectFrom('debt_cases').select('match').execute();
    expect(rows).toEqual([{ match }]);
  },
);

test('HARD-50 what is owed when an account is closed finds the person’s other account', async () => {
  const other = await kopa.payee();
  await gone(true);
  expect(await debtCases()).toMatchObject([{ customer: other.who.email }]);
  expect(await other.who.bank()).toMatchObject({ owed: '0' });
});

test('HARD-50 what a bank takes back after the closing finds the person’s other account', async () => {
  const other = await kopa.payee();
  const { who } = await gone(false);
  const [found] = await debtCases();
  if (!found) throw new Error('no case');
  expect(found.customer).toBe(other.who.email);
  const [officer] = await officers();
  if (!officer) throw new Error('no officer');
  const { data } = await kopa.api.must(getCase, { kind: 'debt', id: found.id }, officer);
  expect(data.closed_account).toBe(who.id);
  expect(data.facts).toContainEqual({ label: 'Still owed', value: 'AU$300.00' });
  await both(found.id, 'theirs');
  await kopa.arrives(other.accountId, '500');
  expect(await other.who.cash()).toBe('200');
});

test('HARD-50 what is owed in another currency is shown, holds back what is sent, and is taken at the exchange rate', async () => {
  const { owed } = await gone(true);
  const { who } = await kopa.payee({ market: 'EUR', balances: { ETH: '0.05' } });
  const [found] = await debtCases();
  if (!found) throw new Error('no case');
  await both(found.id, 'theirs');
  expect(await who.bank()).toMatchObject({
    owed: '0',
    owed_else: [{ currency_id: 'AUD', amount: owed }],
  });
  // 1 ETH is worth some 6,400 AUD.
  expect(await who.withdraws('ETH', '0.04', ETH)).toMatchObject({
    ok: false,
    refusal: { code: 'LIMIT_EXCEEDED' },
  });
  await deposit(kopa.deps, who.id, 'EUR', '20');
  await kopa.hearsBank();
  const some = await who.bank();
  expect(await who.cash()).toBe('0');
  const after = Number(some.owed_else?.[0]?.amount);
  expect(after).toBeLessThan(Number(owed) - 20);
  await deposit(kopa.deps, who.id, 'EUR', '500');
  await kopa.hearsBank();
  expect((await who.bank()).owed_else).toBeUndefined();
  const paid = 500 - Number(await who.cash());
  expect(paid / after).toBeCloseTo(20 / (Number(owed) - after), 3);
  expect(await violations(kopa.db)).toEqual([]);
});

const states = async (external: string) =>
  kopa.db
    .selectFrom('bank_transfers')
    .select(['id', 'state', 'reason'])
    .where('external_id', '=', external)
    .executeTakeFirstOrThrow();
const decide = (id: string, decision: 'released' | 'rejected') =>
  decideHeld(kopa.deps, { id, decision, reason: 'looked at it' }, { actor: 'operator test' });

test('HARD-56 a transfer of a payer on a list waits as `checking`, tells nobody why, and is credited once when it is released', async () => {
  const { who, accountId } = await kopa.payee();
  await listInSandbox(kopa.db, kopa.clock.now, 'MS TEST PERSON');
  const id = await kopa.arrives(accountId, '100', { payer: 'MS TEST PERSON' });
  expect(await who.cash()).toBe('0');
  const shown = await who.bank();
  expect(shown.transfers).toMatchObject([{ state: 'checking', amount: '100' }]);
  expect(JSON.stringify(shown)).not.toMatch(/screen|match|sanction|list/i);
  const { id: own } = await states(id);
  await decide(`transfer:${own}`, 'released');
  await Promise.all([stepBank(kopa.deps), stepBank(kopa.deps)]);
  expect(await who.cash()).toBe('100');
  const second = await kopa.arrives(accountId, '50', { payer: 'MS TEST PERSON' });
  const { id: other } = await states(second);
  await decide(`transfer:${other}`, 'rejected');
  await kopa.hearsBank();
  expect(await states(second)).toMatchObject({ state: 'aside', reason: 'refused' });
  expect(await who.cash()).toBe('100');
});

test('HARD-56 a freeze names the recurring buys that it stops', async () => {
  const who = await kopa.customer({ balances: { AUD: '1000' } });
  const buy = { currency_id: 'BTC', amount: '100', every: 'weekly' } as const;
  const first_on = dayAfter(kopa.clock.now());
  await who.must(addRecurringBuy, { ...buy, first_on });
  await who.must(freezeAccount, { password });
  await sendDue(kopa.deps);
  const mails = await kopa.sandbox.inbox(who.email);
  const frozen = mails.find(({ subject }) => subject === 'Your account is frozen');
  expect(frozen?.text).toMatch(
    /recurring buys are skipped until you are back:\n.*100\.00 of Bitcoin, weekly/,
  );
});

test('HARD-53 a transfer of more than anybody has waits for an officer, and nothing of it can be spent before', async () => {
  const { who, accountId } = await kopa.payee();
  const whole = await kopa.arrives(accountId, '1000000');
  expect(await states(whole)).toMatchObject({ state: 'credited' });
  const slipped = await kopa.arrives(accountId, '1000000.01');
  expect(await who.cash()).toBe('1000000');
  expect(await who.bank()).toMatchObject({ transfers: [{ state: 'checking' }] });
  const { id } = await states(slipped);
  const held = `transfer:${id}`;
  expect(await decide(held, 'released'), 'one person is not enough').toBe('two-officers');
  const decision = { id: held, decision: 'released', reason: 'seen', by: 'two officers' } as const;
  await inTransaction(kopa.db, (tx) => decideHeldIn(kopa.deps, tx, decision));
  await kopa.hearsBank();
  expect(await who.cash()).toBe('2000000.01');
});

test('HARD-53 a recurring buy has the largest amount that quotes have, refused in words', async () => {
  const who = await kopa.customer({ balances: { AUD: '1000' } });
  const first_on = dayAfter(kopa.clock.now());
  for (const amount of ['9'.repeat(23), '9'.repeat(40)]) {
    const buy = { currency_id: 'BTC', amount, every: 'weekly', first_on } as const;
    expect(await who.call(addRecurringBuy, buy)).toMatchObject({
      status: 422,
      refusal: { code: 'INVALID_INPUT' },
    });
  }
});
