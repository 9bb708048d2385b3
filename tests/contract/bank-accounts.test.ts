import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getBankDetails, openBankAccount } from '#core/contract/money/bank.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import type { Bank, OpenedAccount } from '#server/adapters/bank/bank.ts';
import { transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import type { Deps } from '#server/deps.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { lookAtAccounts } from '#server/services/money-in/bank/bank-accounts-looked-at.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

/** What the bank says of its accounts, by our id of the request; open, unless it is said otherwise here. */
const states = new Map<string, Exclude<OpenedAccount['state'], 'open'>>();
const asked: string[] = [];

const kopa = sharedWorld();
beforeAll(async () => {
  const { bank } = kopa.deps.parties;
  // The page asks the server itself, so its own bank answers so.
  const openAccount = bank.openAccount.bind(bank);
  const account = bank.account.bind(bank);
  const said = async (
    opened: Promise<OpenedAccount | undefined>,
    id: string,
  ): Promise<OpenedAccount | undefined> => {
    const state = states.get(id);
    return state ? { state, externalId: id } : opened;
  };
  const changed: Pick<Bank, 'openAccount' | 'account'> = {
    openAccount: (owner) => {
      asked.push(owner.requestId);
      return said(openAccount(owner), owner.requestId);
    },
    // The sandbox's bank calls an account by our id of its request.
    account: (id, owner) => said(account(id, { ...owner, requestId: id }), id),
  };
  Object.assign(bank, changed);
});

async function verified(): Promise<Member> {
  const who = await kopa.person();
  await kopa.db
    .updateTable('users')
    .set({ kyc_status: 'approved' })
    .where('id', '=', who.id)
    .execute();
  return who;
}

/** Signed in now, however much time has passed. */
const fresh = (who: Member): Promise<Member> => who.later(0);
const accountOf = async (who: Member) =>
  (await kopa.api.must(getBankDetails, {}, await fresh(who))).data.account;
const cashOf = async (who: Member) =>
  (await kopa.api.must(getWalletList, {}, await fresh(who))).cash[0]?.free_balance;
const open = async (who: Member) => kopa.api.call(openBankAccount, {}, await fresh(who));
const requestsOf = ({ id }: Member) =>
  asked.filter((one) => one.startsWith(id)).map((one) => one.slice(id.length));

const aDay = async (deps: Deps = kopa.deps): Promise<void> => {
  // Those that are new get the moment of their first look.
  await lookAtAccounts(deps);
  kopa.clock.advance(24 * 3600_000 + 1_000);
  await stepBank(deps);
  await lookAtAccounts(deps);
};

test('READ-18 in place of an account that the bank fails another one is opened, under another id', async () => {
  const who = await verified();
  states.set(`${who.id}-AUD`, 'failed');
  expect(await open(who)).toMatchObject({ ok: true });
  expect(requestsOf(who)).toEqual(['-AUD', '-AUD-2']);
  const account = await accountOf(who);
  expect(account).toMatchObject({ currency_id: 'AUD', bsb: '802999' });
  // It is the customer's, and stays the one.
  expect(await open(who)).toMatchObject({ ok: true });
  expect(requestsOf(who)).toHaveLength(2);
});

test('READ-18 one that the bank is still opening is asked about by the bank’s id of it', async () => {
  const who = await verified();
  const id = `${who.id}-AUD`;
  states.set(id, 'opening');
  expect(await open(who)).toMatchObject({ status: 503 });
  expect(await open(who)).toMatchObject({ status: 503 });
  expect(requestsOf(who), 'asked for once').toEqual(['-AUD']);
  states.delete(id);
  expect(await open(who)).toMatchObject({ ok: true });
  expect(requestsOf(who)).toEqual(['-AUD']);
  expect(await accountOf(who)).not.toBeNull();
});

test('READ-18 a bank that fails all of a customer’s accounts is not asked for ever', async () => {
  const who = await verified();
  for (const number of ['', '-2', '-3', '-4', '-5', '-6', '-7']) {
    states.set(`${who.id}-AUD${number}`, 'failed');
  }
  for (let times = 0; times < 5; times++) expect(await open(who)).toMatchObject({ status: 503 });
  expect(requestsOf(who)).toHaveLength(5);
  expect(kopa.log.join()).toContain('the bank opens no account for a customer');
});

test('READ-18 open accounts are looked at daily: of a closed one the customer is told, gets another, and loses nothing', async () => {
  const who = await verified();
  const other = await verified();
  await who.must(openBankAccount, {});
  await other.must(openBankAccount, {});
  const before = await accountOf(who);
  await aDay();
  expect(await accountOf(who)).toEqual(before);
  states.set(`${who.id}-AUD`, 'closed');
  await lookAtAccounts(kopa.deps);
  expect(await accountOf(who), 'once a day').toEqual(before);
  await aDay();
  expect(await accountOf(who)).toBeNull();
  expect(await accountOf(other)).not.toBeNull();
  await sendDue(kopa.deps);
  const mails = await kopa.sandbox.inbox(who.email);
  const CLOSED = 'The bank details that you pay into are closed';
  expect(mails.map(({ subject }) => subject)).toEqual([CLOSED]);
  expect(mails[0]?.text).toContain(`it ends in ${before?.account_number.slice(-4)}`);
  // What was on its way to the old one is still theirs.
  await transferInSandbox(kopa.db, new Date(kopa.clock.now()), {
    ...{ accountId: `${who.id}-AUD`, currency: 'AUD', amount: '12.00', payer: 'TEST PERSON' },
    ...{ reference: '', status: 'settled' },
  });
  kopa.clock.advance(61_000);
  await stepBank(kopa.deps);
  expect(await cashOf(who)).toBe('12');
  expect(await open(who)).toMatchObject({ ok: true });
  expect(requestsOf(who)).toEqual(['-AUD', '-AUD-2']);
  const after = await accountOf(who);
  expect(after?.account_number).not.toBe(before?.account_number);
  await aDay();
  expect(await accountOf(who)).toEqual(after);
  await sendDue(kopa.deps);
  const all = await kopa.sandbox.inbox(who.email);
  expect(all.filter(({ subject }) => subject === CLOSED)).toHaveLength(1);
});

test('READ-18 a bank that is silent about accounts is asked about one in a round, and credits transfers all the same', async () => {
  const { db, clock, parties } = kopa.deps;
  const people: Member[] = [];
  for (let count = 0; count < 3; count++) {
    const who = await verified();
    await who.must(openBankAccount, {});
    people.push(who);
  }
  const [payer] = people;
  if (!payer) throw new Error('nobody');
  let looks = 0;
  const account: Bank['account'] = async () => {
    looks++;
    return undefined;
  };
  const deps: Deps = {
    ...kopa.deps,
    parties: { ...parties, bank: Object.assign(Object.create(parties.bank), { account }) },
  };
  const lookAt = () => db.selectFrom('bank_accounts').select(['external_id', 'look_at']).execute();
  // After an update none has been looked at: they are not asked about all at once.
  await sql`update bank_accounts set look_at = null`.execute(db);
  const now = clock.now();
  await lookAtAccounts(deps);
  expect(looks).toBe(0);
  const moments = (await lookAt()).map(({ look_at }) => look_at?.getTime() ?? 0);
  expect(new Set(moments).size).toBe(moments.length);
  for (const moment of moments) {
    expect(moment).toBeGreaterThanOrEqual(now);
    expect(moment).toBeLessThanOrEqual(now + 24 * 3600_000);
  }
  clock.advance(24 * 3600_000 + 1_000);
  await transferInSandbox(db, new Date(clock.now()), {
    ...{ accountId: `${payer.id}-AUD`, currency: 'AUD', amount: '12.00', payer: 'TEST PERSON' },
    ...{ reference: '', status: 'settled' },
  });
  clock.advance(61_000);
  await stepBank(deps);
  expect(looks, 'transfers wait for no account').toBe(0);
  expect(await cashOf(payer)).toBe('12');
  await lookAtAccounts(deps);
  expect(looks).toBe(1);
  await lookAtAccounts(deps);
  expect(looks).toBe(2);
  // Each of the others has its turn, and it is asked again within the hour.
  for (let rounds = 2; rounds < moments.length; rounds++) await lookAtAccounts(deps);
  expect(looks).toBe(moments.length);
  await lookAtAccounts(deps);
  expect(looks).toBe(moments.length);
});
