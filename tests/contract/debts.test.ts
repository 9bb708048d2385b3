import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account.ts';
import { saveAddress } from '#core/contract/address-book.ts';
import { getBankDetails, openBankAccount } from '#core/contract/bank.ts';
import { listNotices } from '#core/contract/notifications.ts';
import { addRecurringBuy } from '#core/contract/recurring-buys.ts';
import { freezeAccount } from '#core/contract/security.ts';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { createPayout, createWithdrawal } from '#core/contract/withdrawal.ts';
import { dayAfter } from '#core/domain/recurrence.ts';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox.ts';
import { decideHeld } from '#server/services/admin/decide-held.ts';
import { stepBank } from '#server/services/bank/bank-worker.ts';
import { decideHeldIn } from '#server/services/held/held.ts';
import { sendDue } from '#server/services/notices/outbox.ts';
import { complete, markBroadcast } from '#server/services/withdrawals/withdrawal-steps.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { approvedPerson } from '#tests/support/approved.ts';
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

let server: InProcess;
let sandbox: Sandbox;
beforeEach(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
  await sandbox.market('ETH', '4000');
  await sandbox.market('USDC', '1');
});
afterEach(() => closeSound(server));

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const keyed = ({ credential }: Person) => ({ credential, idempotencyKey: newKey() });
const told = async (who: Person) => (await server.api.must(getBankDetails, {}, who)).data;
const cashOf = async (who: Person) =>
  (await server.api.must(getWalletList, {}, who)).cash[0]?.free_balance ?? '0';

async function payee(options: PersonOptions = {}) {
  const who = await approvedPerson(server, options);
  await server.api.must(openBankAccount, {}, who);
  const { external_id: accountId } = await server.deps.db
    .selectFrom('bank_accounts')
    .select('external_id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  return { who, accountId };
}

async function poll(): Promise<void> {
  server.deps.clock.advance(61_000);
  await stepBank(server.deps);
}

/** Reported by the bank, and read at once. */
async function arrive(accountId: string, amount: string, payer = 'TEST PERSON'): Promise<string> {
  const at = new Date(server.deps.clock.now());
  const transfer = { accountId, currency: 'AUD', amount, payer, reference: '' } as const;
  const id = await transferInSandbox(server.deps.db, at, { ...transfer, status: 'settled' });
  await poll();
  return id;
}

async function recall(id: string): Promise<void> {
  await endSandboxTransfer(server.deps.db, new Date(server.deps.clock.now()), id, 'reversed');
  await poll();
}

async function exchange(who: Person, source: string, target: string, amount: string) {
  const asked = {
    sourceCurrencyId: source,
    targetCurrencyId: target,
    sourceCurrencyAmount: amount,
  };
  const { data } = await server.api.must(swapCrypto, asked, who);
  const quote = { conversionQuoteId: data.conversion_quote_id, userId: who.id };
  return server.api.must(confirmSwap, quote, keyed(who));
}

const withdraw = (who: Person, amount: string) =>
  server.api.call(
    createWithdrawal,
    { amount, cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password },
    keyed(who),
  );

/** Whoever turned 450 of the 500 AUD that their bank then took back into USDC. */
async function debtor(options: PersonOptions = {}) {
  const one = await payee(options);
  const id = await arrive(one.accountId, '500');
  await exchange(one.who, 'AUD', 'USDC', '450');
  await recall(id);
  expect((await told(one.who)).owed).toBe('450');
  expect(await cashOf(one.who)).toBe('0');
  return one;
}

test('HARD-50 each credit of cash pays what is owed in its own transaction, before anything can be bought with it', async () => {
  const { who, accountId } = await debtor();
  await arrive(accountId, '20');
  expect((await told(who)).owed).toBe('430');
  expect(await cashOf(who), 'nothing is there to be exchanged at once').toBe('0');
  await exchange(who, 'USDC', 'AUD', '100');
  const { owed } = (await told(who)) ?? {};
  expect(Number(owed)).toBeLessThan(430);
  expect(await cashOf(who)).toBe('0');
  await arrive(accountId, '1000');
  expect((await told(who)).owed).toBe('0');
  expect(Number(await cashOf(who))).toBeCloseTo(1000 - Number(owed), 2);
});

test('HARD-50 while something is owed only what leaves more than that can be sent, in words that say how to pay', async () => {
  // 1 ETH is worth some 6,400 AUD.
  const { who, accountId } = await debtor({ balances: { ETH: '0.1' } });
  await exchange(who, 'USDC', 'ETH', '270');
  const all = await withdraw(who, '0.16');
  expect(all).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } });
  expect(all.ok ? '' : all.refusal.message).toMatch(
    /A bank took a transfer back after it was spent: AU?\$450\.00 is missing\. .*Add money from your bank or sell something for cash/,
  );
  expect(await withdraw(who, '0.05')).toMatchObject({ ok: true });
  await arrive(accountId, '450');
  expect(await withdraw(who, '0.1')).toMatchObject({ ok: true });
});

test('HARD-50 a recall brings back what waits to leave: cash among it pays at once', async () => {
  const { who, accountId } = await payee({ balances: { ETH: '1' } });
  const id = await arrive(accountId, '500');
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const saved = await server.api.must(
    saveAddress,
    { kind: 'fiat', label: 'Mine', holder: 'Test Person', ...account },
    who,
  );
  const asked = { amount: '400', address_id: saved.data.address_id, fee: '0.5', password };
  const out = await server.api.must(createPayout, asked, keyed(who));
  await recall(id);
  const row = await server.deps.db
    .selectFrom('withdrawals')
    .select(['status', 'cancelled_for'])
    .where('id', '=', out.data.withdrawal_id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'cancelled', cancelled_for: 'debt' });
  expect((await told(who)).owed).toBe('0');
  expect(await cashOf(who)).toBe('0');
});

test('HARD-50 a debt survives the closing, is told with it, and meets the same person’s next registration', async () => {
  const { who, accountId } = await payee();
  const id = await arrive(accountId, '300');
  const spent = await exchange(who, 'AUD', 'ETH', '300');
  const gone = await withdraw(who, '0.03');
  if (!gone.ok) throw new Error(gone.refusal.message);
  const { withdrawal_id } = gone.value.data;
  await markBroadcast(server.deps, withdrawal_id, 'hash', 60);
  await complete(server.deps, withdrawal_id, 'hash');
  await recall(id);
  // What is left is too little for a withdrawal beside the debt, and is sold.
  const left = (await server.api.must(getWalletList, {}, who)).data.find(
    ({ currency }) => currency.currency_id === 'ETH',
  );
  await exchange(who, 'ETH', 'AUD', left?.free_balance ?? spent.data.target_currency_amount);
  const { owed } = await told(who);
  expect(Number(owed)).toBeGreaterThan(0);
  await server.api.must(deleteAccount, { password }, who);
  await sendDue(server.deps);
  const [mail] = await sandbox.inbox(who.email);
  expect(mail?.text).toContain(`${Number(owed).toFixed(2)} is still owed.`);

  // Somebody else of the same name owes nothing.
  const other = await person(server.deps);
  await server.deps.db
    .updateTable('users')
    .set({ dob: '1991-02-03' })
    .where('id', '=', other.id)
    .execute();
  await sandbox.kyc(other.email, 'approved');
  expect((await told(other)).owed).toBe('0');

  const again = await payee();
  expect((await told(again.who)).owed).toBe(owed);
  const notices = await server.api.must(
    listNotices,
    { after: new Date(server.deps.clock.now() - 600_000).toISOString() },
    again.who,
  );
  expect(JSON.stringify(notices.data)).toContain('of an earlier account of yours is still owed');
  await arrive(again.accountId, '400');
  expect((await told(again.who)).owed).toBe('0');
  expect(Number(await cashOf(again.who))).toBeCloseTo(400 - Number(owed), 2);
});

const states = async (external: string) =>
  server.deps.db
    .selectFrom('bank_transfers')
    .select(['id', 'state', 'reason'])
    .where('external_id', '=', external)
    .executeTakeFirstOrThrow();
const decide = (id: string, decision: 'released' | 'rejected') =>
  decideHeld(server.deps, { id, decision, reason: 'looked at it' }, { actor: 'operator test' });

test('HARD-56 a transfer of a payer on a list waits as `checking`, tells nobody why, and is credited once when it is released', async () => {
  const { who, accountId } = await payee();
  await listInSandbox(server.deps.db, server.deps.clock.now, 'MS TEST PERSON');
  const id = await arrive(accountId, '100', 'MS TEST PERSON');
  expect(await cashOf(who)).toBe('0');
  const shown = await told(who);
  expect(shown.transfers).toMatchObject([{ state: 'checking', amount: '100' }]);
  expect(JSON.stringify(shown)).not.toMatch(/screen|match|sanction|list/i);
  const { id: own } = await states(id);
  await decide(`transfer:${own}`, 'released');
  await Promise.all([stepBank(server.deps), stepBank(server.deps)]);
  expect(await cashOf(who)).toBe('100');
  const second = await arrive(accountId, '50', 'MS TEST PERSON');
  const { id: other } = await states(second);
  await decide(`transfer:${other}`, 'rejected');
  await poll();
  expect(await states(second)).toMatchObject({ state: 'aside', reason: 'refused' });
  expect(await cashOf(who)).toBe('100');
});

test('HARD-56 a freeze names the recurring buys that it stops', async () => {
  const who = await approvedPerson(server, { balances: { AUD: '1000' } });
  const buy = { currency_id: 'BTC', amount: '100', every: 'weekly' } as const;
  const first_on = dayAfter(server.deps.clock.now());
  await server.api.must(addRecurringBuy, { ...buy, first_on }, keyed(who));
  await server.api.must(freezeAccount, { password }, who);
  await sendDue(server.deps);
  const mails = await sandbox.inbox(who.email);
  const frozen = mails.find(({ subject }) => subject === 'Your account is frozen');
  expect(frozen?.text).toMatch(
    /recurring buys are skipped until you are back:\n.*100\.00 of Bitcoin, weekly/,
  );
});

test('HARD-53 a transfer of more than anybody has waits for an officer, and nothing of it can be spent before', async () => {
  const { who, accountId } = await payee();
  const whole = await arrive(accountId, '1000000');
  expect(await states(whole)).toMatchObject({ state: 'credited' });
  const slipped = await arrive(accountId, '1000000.01');
  expect(await cashOf(who)).toBe('1000000');
  expect(await told(who)).toMatchObject({ transfers: [{ state: 'checking' }] });
  const { id } = await states(slipped);
  const held = `transfer:${id}`;
  expect(await decide(held, 'released'), 'one person is not enough').toBe('two-officers');
  const decision = { id: held, decision: 'released', reason: 'seen', by: 'two officers' } as const;
  await inTransaction(server.deps.db, (tx) => decideHeldIn(server.deps, tx, decision));
  await poll();
  expect(await cashOf(who)).toBe('2000000.01');
});

test('HARD-53 a recurring buy has the largest amount that quotes have, refused in words', async () => {
  const who = await approvedPerson(server, { balances: { AUD: '1000' } });
  const first_on = dayAfter(server.deps.clock.now());
  for (const amount of ['9'.repeat(23), '9'.repeat(40)]) {
    const buy = { currency_id: 'BTC', amount, every: 'weekly', first_on } as const;
    expect(await server.api.call(addRecurringBuy, buy, keyed(who))).toMatchObject({
      status: 422,
      refusal: { code: 'INVALID_INPUT' },
    });
  }
});
