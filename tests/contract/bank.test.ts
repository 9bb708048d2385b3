import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { decideCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { parseIban } from '#core/money/account-number.ts';
import type { BankTransfer } from '#server/adapters/bank/bank.ts';
import {
  endSandboxTransfer,
  sandboxBankNotice,
  transferInSandbox,
} from '#server/adapters/bank/sandbox-bank.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { eraseAccount, lockForErasure } from '#server/services/customers/users/erase-account.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { closeTrading, openTrading } from '#server/services/staff/admin/trading.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { deposit, type PersonOptions } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

async function verified(options: PersonOptions = {}): Promise<Member> {
  const who = await kopa.person(options);
  await kopa.db
    .updateTable('users')
    .set({ kyc_status: 'approved' })
    .where('id', '=', who.id)
    .execute();
  return who;
}

const arrive = (accountId: string, part: Partial<BankTransfer> = {}): Promise<string> =>
  transferInSandbox(kopa.db, new Date(kopa.clock.now()), {
    ...{ accountId, currency: 'AUD', amount: '250.10', payer: 'TEST PERSON', reference: '' },
    status: 'settled',
    ...part,
  });

async function notice(id: string, signature?: string): Promise<number> {
  const made = sandboxBankNotice(id);
  const { status } = await fetch(`${kopa.url}/webhooks/bank`, {
    method: 'POST',
    body: made.body,
    headers: { 'x-sandbox-signature': signature ?? made.signature },
  });
  return status;
}

const stateOf = (id: string) =>
  kopa.db
    .selectFrom('bank_transfers')
    .select(['id', 'state', 'reason', 'owed'])
    .where('external_id', '=', id)
    .executeTakeFirst();

test('BANK-02 a customer has one account of their own, once they are verified', async () => {
  const stranger = await kopa.person({ market: 'EUR' });
  expect(await stranger.call(openBankAccount, {})).toMatchObject({
    refusal: { code: 'VERIFICATION_REQUIRED' },
  });
  expect((await stranger.bank()).account).toBeNull();
  const american = await verified({ market: 'USD' });
  expect(await american.call(openBankAccount, {})).toMatchObject({
    refusal: { code: 'PAIR_UNAVAILABLE' },
  });

  const { who } = await kopa.payee({ market: 'EUR' });
  await Promise.all([1, 2, 3].map(() => who.must(openBankAccount, {})));
  const { account } = await who.bank();
  expect(account).toMatchObject({
    currency_id: 'EUR',
    holder: 'Test Person',
    bsb: '',
    sandbox: true,
  });
  expect(parseIban(account?.iban ?? '')).toBe(account?.iban);
  const other = await (await kopa.payee({ market: 'EUR' })).who.bank();
  expect(other.account?.iban).not.toBe(account?.iban);
  const aussie = await (await kopa.payee({ market: 'AUD' })).who.bank();
  expect(aussie.account).toMatchObject({ currency_id: 'AUD', iban: '', bsb: '802999' });
  expect(aussie.account?.account_number).toMatch(/^\d{9}$/);
  expect(aussie.account?.pay_id).toContain('@');
});

test('BANK-02 a transfer is credited once, whoever tells of it first and however often', async () => {
  const { who, accountId } = await kopa.payee();
  const byNotice = await arrive(accountId);
  expect(await notice(byNotice)).toBe(200);
  expect(await who.cash()).toBe('250.1');
  await kopa.hearsBank();
  await notice(byNotice);
  const byPolling = await arrive(accountId, { amount: '0.01' });
  await kopa.hearsBank();
  expect(await who.cash()).toBe('250.11');
  await notice(byPolling);
  const atOnce = await arrive(accountId, { amount: '1' });
  kopa.clock.advance(61_000);
  await Promise.all([
    ...[1, 2, 3].map(() => notice(atOnce)),
    ...[1, 2].map(() => stepBank(kopa.deps)),
  ]);
  expect(await who.cash()).toBe('251.11');
  const { data } = await who.must(getTransactionHistory, { currency_id: 'AUD' });
  expect(data.map(({ amount, type }) => [type, amount])).toEqual([
    ['credit', '1'],
    ['credit', '0.01'],
    ['credit', '250.1'],
  ]);
  const mails = await fetch(`${kopa.url}/sandbox/inbox?to=${who.email}`);
  expect(await mails.text()).toContain('AU$250.10 was added to your cash');
});

test('HARD-83 while an operator has closed the bank nothing is credited and nothing goes back; then all of it does', async () => {
  const by = { actor: 'operator test' } as const;
  const { who, accountId } = await kopa.payee();
  await closeTrading(kopa.deps, { what: 'bank', reason: 'a test' }, by);
  const own = await arrive(accountId);
  const other = await arrive(accountId, { payer: 'SOMEBODY ELSE' });
  expect(await notice(own)).toBe(200);
  expect(await notice(other)).toBe(200);
  await kopa.hearsBank();
  expect(await who.cash()).toBe('0');
  for (const id of [own, other]) expect(await stateOf(id)).toMatchObject({ state: 'pending' });
  await openTrading(kopa.deps, { what: 'bank', reason: 'a test' }, by);
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await who.cash()).toBe('250.1');
  expect(await stateOf(own)).toMatchObject({ state: 'credited' });
  expect(await stateOf(other)).toMatchObject({ state: 'returned' });
});

test('BANK-02 one that is on its way is shown and not credited, until it has arrived or will not', async () => {
  const { who, accountId } = await kopa.payee();
  const [one, other] = [
    await arrive(accountId, { status: 'pending' }),
    await arrive(accountId, { status: 'pending' }),
  ];
  await kopa.hearsBank();
  expect(await who.cash()).toBe('0');
  expect((await who.bank()).transfers).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
  expect(await who.waiting()).toMatchObject([
    { kind: 'transfer-arriving', amount: '250.10', currency: 'AUD' },
    { kind: 'transfer-arriving' },
  ]);
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), one, 'settled');
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), other, 'rejected');
  await kopa.hearsBank();
  expect(await who.cash()).toBe('250.1');
  expect((await who.bank()).transfers).toEqual([]);
  expect(await stateOf(other)).toMatchObject({ state: 'rejected' });
});

test.each([
  ['another name', { payer: 'Somebody Else' }, 'other-name'],
  ['another currency', { currency: 'USD' }, 'other-currency'],
] as const)('BANK-02 a transfer in %s is set aside and goes back', async (_, part, reason) => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, part);
  await notice(id);
  expect(await stateOf(id)).toMatchObject({ state: 'returning', reason });
  expect((await who.bank()).transfers).toMatchObject([{ state: 'returning', amount: '250.10' }]);
  expect(await who.waiting()).toMatchObject([{ kind: 'transfer-returning' }]);
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await stateOf(id)).toMatchObject({ state: 'returned', reason });
  expect(await who.cash()).toBe('0');
  const returns = await kopa.db
    .selectFrom('sandbox_bank_returns')
    .selectAll()
    .where('transfer_id', '=', id)
    .execute();
  expect(returns).toHaveLength(1);
  const mails = await fetch(`${kopa.url}/sandbox/inbox?to=${who.email}`);
  expect(await mails.text()).toContain('sent back');
});

test.each(['', 'NOTPROVIDED', 'Not provided.', '123'])(
  'READ-18 a payer that is not told (%j) is nobody else: it is checked, until the bank or an officer says whose it is',
  async (payer) => {
    const { who, accountId } = await kopa.payee();
    const officer = await kopa.officer();
    const amounts = ['250.10', '40.00', '7.00', '3.00'];
    const arrived = await Promise.all(
      amounts.map((amount) => arrive(accountId, { payer, amount })),
    );
    for (const id of arrived) {
      await notice(id);
      expect(await stateOf(id)).toMatchObject({ state: 'aside', reason: 'payer-unknown' });
    }
    await kopa.hearsBank();
    expect((await who.bank()).transfers.map(({ state }) => state)).toEqual(
      arrived.map(() => 'checking'),
    );
    expect(await who.cash()).toBe('0');
    const [own = '', later = '', other = '', foreign = ''] = arrived;
    const idOf = async (external: string) => (await stateOf(external))?.id ?? '';
    const decide = async (external: string, decision: CaseDecision) =>
      officer.call(decideCase, {
        kind: 'bank-aside',
        id: await idOf(external),
        decision,
        reason: 'By a statement.',
      });
    const read = await officer.must(getCase, { kind: 'bank-aside', id: await idOf(own) });
    expect(read.data).toMatchObject({ decisions: ['release', 'reject'] });
    expect(await decide(own, 'close')).toMatchObject({ ok: false });
    expect(await decide(own, 'release')).toMatchObject({ ok: true });
    await kopa.hearsBank();
    expect(await who.cash()).toBe('250.1');
    // The bank tells later who paid.
    const say = (id: string, name: string) =>
      sql`update sandbox_bank_transfers set payer = ${name} where id = ${id}`.execute(kopa.db);
    await say(later, 'TEST PERSON');
    await say(other, 'SOMEBODY ELSE');
    // One by a notice, the other by the bank's list.
    await notice(other);
    await kopa.hearsBank();
    await kopa.hearsBank();
    expect(await who.cash()).toBe('290.1');
    expect(await stateOf(other)).toMatchObject({ reason: 'other-name' });
    expect(await decide(foreign, 'reject')).toMatchObject({ ok: true });
    await kopa.hearsBank();
    await kopa.hearsBank();
    expect(await stateOf(foreign)).toMatchObject({ state: 'returned' });
    expect(await who.cash()).toBe('290.1');
  },
);

test('HARD-54 whose name is nearly the customer’s waits for an officer, who credits it once or sends it back', async () => {
  const { who, accountId } = await kopa.payee();
  const officer = await kopa.officer();
  const arrived: string[] = [];
  // One letter of “Test Person” is another.
  for (const amount of ['250.10', '40.00']) {
    const external = await arrive(accountId, { payer: 'TEST PERSUN', amount });
    await notice(external);
    expect(await stateOf(external)).toMatchObject({ state: 'aside', reason: 'near-name' });
    arrived.push(external);
  }
  await kopa.hearsBank();
  expect((await who.bank()).transfers).toMatchObject([
    { state: 'checking' },
    { state: 'checking' },
  ]);
  expect(await who.cash()).toBe('0');
  const { data } = await officer.must(listCases, {});
  const [own = '', foreign = ''] = await Promise.all(
    arrived.map(async (one) => (await stateOf(one))?.id),
  );
  const cases = data.flatMap(({ kind, id }) => (kind === 'bank-aside' ? [id] : []));
  expect(cases).toEqual(expect.arrayContaining([own, foreign]));
  const decide = (id: string, decision: CaseDecision) =>
    officer.call(decideCase, { kind: 'bank-aside', id, decision, reason: 'Seen on a statement.' });
  expect(await decide(own, 'close')).toMatchObject({ ok: false });
  const released = await Promise.all([decide(own, 'release'), decide(own, 'release')]);
  expect(released.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await decide(own, 'reject')).toMatchObject({ ok: false });
  // Credited like any other transfer: once its payer was screened.
  await kopa.hearsBank();
  expect(await who.cash()).toBe('250.1');
  const read = await officer.must(getCase, { kind: 'bank-aside', id: own });
  expect(read.data).toMatchObject({ decisions: [], decided: { text: 'Seen on a statement.' } });
  expect(await decide(foreign, 'reject')).toMatchObject({ ok: true });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await stateOf(arrived[1] ?? '')).toMatchObject({ state: 'returned' });
  expect(await who.cash()).toBe('250.1');
});

test('BANK-02 what comes to an account of nobody goes back, and an amount that makes no sense waits for a person', async () => {
  const lost = await arrive('nobody');
  const { accountId } = await kopa.payee();
  const odd = await arrive(accountId, { amount: '1.005' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await stateOf(lost)).toMatchObject({ state: 'returned', reason: 'unknown-account' });
  expect(await stateOf(odd)).toMatchObject({ state: 'aside', reason: 'impossible-amount' });
});

test('BANK-02 a recalled transfer leaves the balance; what was spent is owed and taken from what comes next', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, { amount: '100' });
  await notice(id);
  await deposit(kopa.deps, who.id, 'AUD', '5');
  await kopa.db
    .updateTable('bank_transfers')
    .set({ ask_at: new Date(0) })
    .where('external_id', '=', id)
    .execute();
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), id, 'reversed');
  await kopa.hearsBank();
  expect(await who.cash()).toBe('5');
  expect((await who.bank()).owed).toBe('0');

  const spent = await arrive(accountId, { amount: '80' });
  await kopa.hearsBank();
  expect(await who.cash()).toBe('85');
  await spend(who, 7_000n);
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), spent, 'reversed');
  await kopa.hearsBank();
  expect(await who.cash()).toBe('0');
  expect((await who.bank()).owed).toBe('65');
  await arrive(accountId, { amount: '70' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await who.cash()).toBe('5');
  expect((await who.bank()).owed).toBe('0');
});

/** So many cents leave, as by buying something. */
async function spend(who: Member, cents: bigint): Promise<void> {
  await inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      class: 'manual',
      kind: 'manual',
      userId: who.id,
      postings: [
        { account: customer(who.id, 'available', 'AUD'), units: -cents },
        { account: house('manual', 'AUD'), units: cents },
      ],
    }),
  );
}

test('BANK-06 a notice with another signature is refused and changes nothing', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId);
  expect(await notice(id, '00'.repeat(32))).toBe(401);
  expect(await notice(id, '')).toBe(401);
  expect(await who.cash()).toBe('0');
});

test('BANK-06 a bank that is silent loses nothing: what came meanwhile is credited afterwards', async () => {
  const { who, accountId } = await kopa.payee();
  await writeSwitch(kopa.db, 'bank', 'down');
  const id = await arrive(accountId);
  expect(await notice(id)).toBe(503);
  await kopa.hearsBank();
  expect(await who.cash()).toBe('0');
  await writeSwitch(kopa.db, 'bank', undefined);
  await kopa.hearsBank();
  expect(await who.cash()).toBe('250.1');
});

test('BANK-02 what comes for a deleted account goes back', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, { status: 'pending' });
  await kopa.hearsBank();
  await inTransaction(kopa.db, async (tx) => {
    await lockForErasure(tx, who.id);
    expect(await eraseAccount(kopa.deps, tx, who.id)).toBe('erased');
  });
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), id, 'settled');
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await stateOf(id)).toMatchObject({ state: 'returned', reason: 'unknown-account' });
});
