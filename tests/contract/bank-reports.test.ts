import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getBankDetails, openBankAccount } from '#core/contract/bank.ts';
import { decideCase, listCases } from '#core/contract/desk.ts';
import type { CaseDecision } from '#core/contract/desk-act.ts';
import { listWaiting } from '#core/contract/waiting.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import type { BankTransfer } from '#server/adapters/bank/bank.ts';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox.ts';
import { endReturn, refuseTransfer, takeTransfer } from '#server/services/bank/bank-transfers.ts';
import { stepBank } from '#server/services/bank/bank-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { approvedPerson } from '#tests/support/approved.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';

/* What a bank says of a transfer changes until it has settled, and may be taken back at any time after. */

let server: InProcess;
let officer: Person;
beforeAll(async () => {
  server = await startInProcess();
});
beforeEach(async () => {
  officer = await person(server.deps, { role: 'compliance' });
});
afterAll(() => closeSound(server));

const now = () => new Date(server.deps.clock.now());

async function payee() {
  const who = await approvedPerson(server);
  await server.api.must(openBankAccount, {}, who);
  const { external_id: accountId } = await server.deps.db
    .selectFrom('bank_accounts')
    .select('external_id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  return { who, accountId };
}

const arrive = (accountId: string, part: Partial<BankTransfer> = {}): Promise<string> =>
  transferInSandbox(server.deps.db, now(), {
    ...{ accountId, currency: 'AUD', amount: '100', payer: 'TEST PERSON', reference: '' },
    ...{ status: 'settled', ...part },
  });

/** The bank tells of a transfer anew. */
const told = (id: string, part: Partial<BankTransfer>) =>
  server.deps.db
    .updateTable('sandbox_bank_transfers')
    .set({ ...part, booked_at: now() })
    .where('id', '=', id)
    .execute();

async function poll(): Promise<void> {
  server.deps.clock.advance(61_000);
  await stepBank(server.deps);
}

const takenBack = async (id: string): Promise<void> => {
  await endSandboxTransfer(server.deps.db, now(), id, 'reversed');
  await poll();
  await poll();
};

const cashOf = async (who: Person): Promise<string | undefined> =>
  (await server.api.must(getWalletList, {}, who)).cash[0]?.free_balance;

const rowOf = (external: string) =>
  server.deps.db
    .selectFrom('bank_transfers')
    .selectAll()
    .where('external_id', '=', external)
    .executeTakeFirstOrThrow();

const returnsOf = (external: string) =>
  server.deps.db
    .selectFrom('sandbox_bank_returns')
    .selectAll()
    .where('transfer_id', '=', external)
    .execute();

const isCase = async (id: string): Promise<boolean> =>
  (await server.api.must(listCases, {}, officer)).data.some((one) => one.id === id);

const decide = (id: string, decision: CaseDecision) =>
  server.api.call(
    decideCase,
    { kind: 'bank-aside', id, decision, reason: 'Seen on a statement.' },
    officer,
  );

test('a transfer is credited, valued and taken back as it settled, not as it was announced', async () => {
  const { who, accountId } = await payee();
  const id = await arrive(accountId, { amount: '1000', payer: '', status: 'pending' });
  await poll();
  expect(await rowOf(id)).toMatchObject({ state: 'pending', amount: '1000', payer: '' });
  await told(id, { amount: '985', payer: 'TEST PERSON', status: 'settled' });
  await poll();
  expect(await rowOf(id)).toMatchObject({ state: 'credited', amount: '985' });
  expect(await cashOf(who)).toBe('985');
  await takenBack(id);
  expect(await cashOf(who)).toBe('0');
  expect((await server.api.must(getBankDetails, {}, who)).data.owed).toBe('0');
});

test('a transfer whose payer is told to be another when it settles goes back', async () => {
  const { who, accountId } = await payee();
  const id = await arrive(accountId, { status: 'pending' });
  await poll();
  await told(id, { payer: 'Somebody Else', status: 'settled' });
  await poll();
  await poll();
  expect(await rowOf(id)).toMatchObject({ state: 'returned', reason: 'other-name' });
  expect(await cashOf(who)).toBe('0');
});

test('what the payer’s bank has taken back while it was to go back is not sent back', async () => {
  const { accountId } = await payee();
  const id = await arrive(accountId, { payer: 'Somebody Else' });
  const transfer = await server.deps.parties.bank.transfer(id);
  if (!transfer) throw new Error('the sandbox is silent');
  await takeTransfer(server.deps, transfer);
  expect(await rowOf(id)).toMatchObject({ state: 'returning' });
  await takenBack(id);
  expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: 'other-name' });
  expect(await returnsOf(id)).toEqual([]);
});

test('what was sent back and is taken back all the same is a case', async () => {
  const { accountId } = await payee();
  const id = await arrive(accountId, { payer: 'Somebody Else' });
  await poll();
  await poll();
  expect(await rowOf(id)).toMatchObject({ state: 'returned' });
  await takenBack(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'aside', reason: 'reversed-after-return' });
  expect(await returnsOf(id)).toHaveLength(1);
  expect(await isCase(row.id)).toBe(true);
  expect(await decide(row.id, 'close')).toMatchObject({ ok: true });
  await poll();
  expect(await isCase(row.id)).toBe(false);
});

const asides: Record<string, (accountId: string) => Promise<string>> = {
  'whose name is nearly the customer’s': async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await poll();
    return id;
  },
  'whose amount makes no sense': async (accountId) => {
    const id = await arrive(accountId, { amount: '1.005' });
    await poll();
    return id;
  },
  'that an officer took for their own, and screening refused': async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await poll();
    const { id: transfer } = await rowOf(id);
    expect(await decide(transfer, 'release')).toMatchObject({ ok: true });
    const refusing = inTransaction(server.deps.db, (tx) =>
      refuseTransfer(server.deps, tx, transfer),
    );
    expect(await refusing).toBe(true);
    return id;
  },
  'that an officer sent back, and the bank cannot': async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await poll();
    const { id: transfer } = await rowOf(id);
    expect(await decide(transfer, 'reject')).toMatchObject({ ok: true });
    await endReturn(server.deps, transfer, 'impossible');
    return id;
  },
};

test.each(Object.keys(asides))(
  'a transfer set aside %s is a case that can be closed',
  async (why) => {
    const { who, accountId } = await payee();
    const external = (await asides[why]?.(accountId)) ?? '';
    const { id, reason } = await rowOf(external);
    expect(await isCase(id)).toBe(true);
    const shown = (await server.api.must(getBankDetails, {}, who)).data.transfers;
    expect(shown).toMatchObject([{ state: 'checking' }]);
    const { data } = await server.api.must(listWaiting, {}, who);
    expect(data).toMatchObject([{ kind: 'transfer-arriving' }]);
    const decision = reason === 'near-name' ? 'reject' : 'close';
    expect(await decide(id, decision)).toMatchObject({ ok: true });
    expect(await isCase(id)).toBe(false);
  },
);

test.each(Object.keys(asides))(
  'a transfer set aside %s is no case any more once its bank has taken it back',
  async (why) => {
    const { who, accountId } = await payee();
    const external = (await asides[why]?.(accountId)) ?? '';
    await takenBack(external);
    const { id, state } = await rowOf(external);
    expect(state).toBe('rejected');
    expect(await isCase(id)).toBe(false);
    expect((await server.api.must(listWaiting, {}, who)).data).toEqual([]);
    expect(await returnsOf(external)).toEqual([]);
  },
);
