import { type Selectable, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { decideCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import type { BankTransfer } from '#server/adapters/bank/bank.ts';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { causeless } from '#server/ledger/causes.ts';
import { newsIn } from '#server/services/money-in/bank/bank-list.ts';
import {
  endReturn,
  giveUpArrival,
  refuseTransfer,
  takeTransfer,
} from '#server/services/money-in/bank/bank-transfers.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { partySentMore } from '#server/services/operation/copies/compared.ts';
import type { BankTransfers } from '#server/store/schema/bank-schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

let officer: Member;
const kopa = sharedWorld();
beforeEach(async () => {
  officer = await kopa.officer();
});

const now = () => new Date(kopa.clock.now());

const arrive = (accountId: string, part: Partial<BankTransfer> = {}): Promise<string> =>
  transferInSandbox(kopa.db, now(), {
    ...{ accountId, currency: 'AUD', amount: '100', payer: 'TEST PERSON', reference: '' },
    ...{ status: 'settled', ...part },
  });

/** The bank tells of a transfer anew. */
const told = (id: string, part: Partial<BankTransfer>) =>
  kopa.db
    .updateTable('sandbox_bank_transfers')
    .set({ ...part, booked_at: now() })
    .where('id', '=', id)
    .execute();

const takenBack = async (id: string): Promise<void> => {
  await endSandboxTransfer(kopa.db, now(), id, 'reversed');
  await kopa.hearsBank();
  await kopa.hearsBank();
};

const rowOf = (external: string) =>
  kopa.db
    .selectFrom('bank_transfers')
    .selectAll()
    .where('external_id', '=', external)
    .executeTakeFirstOrThrow();

const returnsOf = (external: string) =>
  kopa.db
    .selectFrom('sandbox_bank_returns')
    .selectAll()
    .where('transfer_id', '=', external)
    .execute();

const isCase = async (id: string): Promise<boolean> =>
  (await officer.must(listCases, {})).data.some((one) => one.id === id);

const decide = (id: string, decision: CaseDecision) =>
  officer.call(decideCase, { kind: 'bank-aside', id, decision, reason: 'Seen on a statement.' });

test('HARD-92 a transfer is credited, valued and taken back as it settled, not as it was announced', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, { amount: '1000', payer: '', status: 'pending' });
  await kopa.hearsBank();
  expect(await rowOf(id)).toMatchObject({ state: 'pending', amount: '1000', payer: '' });
  await told(id, { amount: '985', payer: 'TEST PERSON', status: 'settled' });
  await kopa.hearsBank();
  expect(await rowOf(id)).toMatchObject({ state: 'credited', amount: '985' });
  expect(await who.cash()).toBe('985');
  await takenBack(id);
  expect(await who.cash()).toBe('0');
  expect((await who.bank()).owed).toBe('0');
});

test('HARD-92 a transfer whose payer is told to be another when it settles goes back', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, { status: 'pending' });
  await kopa.hearsBank();
  await told(id, { payer: 'Somebody Else', status: 'settled' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await rowOf(id)).toMatchObject({ state: 'returned', reason: 'other-name' });
  expect(await who.cash()).toBe('0');
});

test('HARD-92 what the payer’s bank has taken back while it was to go back is not sent back', async () => {
  const { accountId } = await kopa.payee();
  const id = await arrive(accountId, { payer: 'Somebody Else' });
  const transfer = await kopa.deps.parties.bank.transfer(id);
  if (!transfer || transfer === 'none') throw new Error('the sandbox is silent');
  await takeTransfer(kopa.deps, transfer);
  expect(await rowOf(id)).toMatchObject({ state: 'returning' });
  await takenBack(id);
  expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: 'other-name' });
  expect(await returnsOf(id)).toEqual([]);
});

/** What a loss has moved between the accounts of the house, in cents. */
async function lossOf(id: string) {
  const rows = await kopa.db
    .selectFrom('journals')
    .innerJoin('postings', 'postings.journal_id', 'journals.id')
    .where('reference', '=', `cash-lost:${id}`)
    .select(['account_id', 'amount'])
    .execute();
  return Object.fromEntries(rows.map(({ account_id, amount }) => [account_id, String(amount)]));
}

test('HARD-92 what was sent back and is taken back all the same is a loss in the books, an error and a case', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, { payer: 'Somebody Else' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await rowOf(id)).toMatchObject({ state: 'returned' });
  await takenBack(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'aside', reason: 'reversed-after-return' });
  const loss = { 'house/bank/AUD': '10000', 'house/losses/AUD': '-10000' };
  expect(await lossOf(row.id)).toEqual(loss);
  expect(await who.cash(), 'their customer has no part in it').toBe('0');
  expect(kopa.log.filter((line) => line.includes(row.id) && line.includes('"error"'))).toEqual([
    expect.stringContaining('bank transfer taken back after it was sent back'),
  ]);
  expect(await returnsOf(id)).toHaveLength(1);
  expect(await isCase(row.id)).toBe(true);
  expect(await decide(row.id, 'close')).toMatchObject({ ok: true });
  await kopa.hearsBank();
  expect(await isCase(row.id)).toBe(false);
  expect(await lossOf(row.id)).toEqual(loss);
  expect(await causeless(kopa.db)).toEqual([]);
});

test('HARD-92 what came for nobody, went back and is taken back is the same loss', async () => {
  const id = await arrive('no account of ours', { amount: '7' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await rowOf(id)).toMatchObject({ state: 'returned', user_id: null });
  await takenBack(id);
  const { id: lost } = await rowOf(id);
  expect(await lossOf(lost)).toEqual({ 'house/bank/AUD': '700', 'house/losses/AUD': '-700' });
  expect(await causeless(kopa.db)).toEqual([]);
});

test('HARD-92 what is taken back is what the journal has credited', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId, { amount: '985' });
  await kopa.hearsBank();
  expect(await who.cash()).toBe('985');
  await kopa.db
    .updateTable('bank_transfers')
    .set({ amount: '1000' })
    .where('external_id', '=', id)
    .execute();
  await takenBack(id);
  expect(await who.cash()).toBe('0');
  expect((await rowOf(id)).owed).toBe('0');
  expect(await causeless(kopa.db)).toEqual([]);
});

const report = async (id: string): Promise<void> => {
  const transfer = await kopa.deps.parties.bank.transfer(id);
  if (!transfer || transfer === 'none') throw new Error('the sandbox is silent');
  await takeTransfer(kopa.deps, transfer);
};

test('HARD-92 what changes while its payer is being screened is judged and screened anew', async () => {
  const { who, accountId } = await kopa.payee();
  const ids = [await arrive(accountId), await arrive(accountId), await arrive(accountId)] as const;
  for (const id of ids) await report(id);
  const [less, other, open] = ids;
  await told(less, { amount: '98' });
  await told(other, { payer: 'Somebody Else' });
  await told(open, { status: 'pending' });
  for (const id of ids) {
    expect(await rowOf(id)).toMatchObject({ state: 'checking' });
    await report(id);
  }
  const asked = await kopa.db
    .selectFrom('screenings')
    .select('generation')
    .where('id', '=', `transfer:${(await rowOf(less)).id}`)
    .executeTakeFirstOrThrow();
  expect(asked.generation).toBe(1);
  expect(await rowOf(less)).toMatchObject({ state: 'checking', amount: '98' });
  expect(await rowOf(other)).toMatchObject({ state: 'returning', reason: 'other-name' });
  expect(await rowOf(open)).toMatchObject({ state: 'pending', ended_at: null });
  await kopa.hearsBank();
  expect(await who.cash()).toBe('98');
  await told(open, { status: 'settled' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await who.cash()).toBe('198');
});

test('what a person had seen to and is taken back after that is a case once more', async () => {
  const { accountId } = await kopa.payee();
  const id = await arrive(accountId, { amount: '1.005' });
  await kopa.hearsBank();
  const { id: transfer } = await rowOf(id);
  expect(await decide(transfer, 'close')).toMatchObject({ ok: true });
  expect(await isCase(transfer)).toBe(false);
  await takenBack(id);
  expect(await rowOf(id)).toMatchObject({ state: 'aside', reason: 'reversed-after-decision' });
  expect(await isCase(transfer)).toBe(true);
  expect(await decide(transfer, 'close')).toMatchObject({ ok: true });
  await kopa.hearsBank();
  expect(await isCase(transfer)).toBe(false);
});

const asides: Record<string, (accountId: string) => Promise<string>> = {
  'whose name is nearly the customer’s': async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await kopa.hearsBank();
    return id;
  },
  'whose amount makes no sense': async (accountId) => {
    const id = await arrive(accountId, { amount: '1.005' });
    await kopa.hearsBank();
    return id;
  },
  'that an officer took for their own, and screening refused': async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await kopa.hearsBank();
    const { id: transfer } = await rowOf(id);
    expect(await decide(transfer, 'release')).toMatchObject({ ok: true });
    const refusing = inTransaction(kopa.db, (tx) => refuseTransfer(kopa.deps, tx, transfer));
    expect(await refusing).toBe(true);
    return id;
  },
  'that an officer sent back, and the bank cannot': async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await kopa.hearsBank();
    const { id: transfer } = await rowOf(id);
    expect(await decide(transfer, 'reject')).toMatchObject({ ok: true });
    await endReturn(kopa.deps, transfer, 'impossible');
    return id;
  },
};

test.each(Object.keys(asides))(
  'a transfer set aside %s is a case that can be closed',
  async (why) => {
    const { who, accountId } = await kopa.payee();
    const external = (await asides[why]?.(accountId)) ?? '';
    const { id, reason } = await rowOf(external);
    expect(await isCase(id)).toBe(true);
    const shown = (await who.bank()).transfers;
    expect(shown).toMatchObject([{ state: 'checking' }]);
    const { data } = await who.must(listWaiting, {});
    expect(data).toMatchObject([{ kind: 'transfer-arriving' }]);
    const decision = reason === 'near-name' ? 'reject' : 'close';
    expect(await decide(id, decision)).toMatchObject({ ok: true });
    expect(await isCase(id)).toBe(false);
  },
);

test.each(Object.keys(asides))(
  'a transfer set aside %s is no case any more once its bank has taken it back',
  async (why) => {
    const { who, accountId } = await kopa.payee();
    const external = (await asides[why]?.(accountId)) ?? '';
    await takenBack(external);
    const { id, state } = await rowOf(external);
    expect(state).toBe('rejected');
    expect(await isCase(id)).toBe(false);
    expect(await who.waiting()).toEqual([]);
    expect(await returnsOf(external)).toEqual([]);
  },
);

type State = Selectable<BankTransfers>['state'];

/** What becomes of a transfer in each state with each word of the bank; what is not named stays as it is. */
const becomes: Readonly<Record<State, Partial<Record<BankTransfer['status'], State>>>> = {
  pending: { settled: 'checking', rejected: 'rejected', reversed: 'rejected' },
  checking: { pending: 'pending', rejected: 'rejected', reversed: 'rejected' },
  credited: { rejected: 'recalled', reversed: 'recalled' },
  // What a person has not decided yet is not there any more.
  aside: { rejected: 'rejected', reversed: 'rejected' },
  // The bank is asked once more before it goes back.
  returning: {},
  // It is a loss, and a case.
  returned: { rejected: 'aside', reversed: 'aside' },
  rejected: {},
  recalled: {},
};

/** Where a word of the bank contradicts what has ended: a person decides. */
const contradicts = (state: State, status: BankTransfer['status']): boolean =>
  status === 'settled' && (state === 'rejected' || state === 'recalled');

const roads: Readonly<Record<State, (accountId: string) => Promise<string>>> = {
  pending: (accountId) => arrive(accountId, { status: 'pending' }),
  checking: (accountId) => arrive(accountId),
  credited: async (accountId) => {
    const id = await arrive(accountId);
    await kopa.hearsBank();
    return id;
  },
  aside: async (accountId) => {
    const id = await arrive(accountId, { payer: 'TEST PERSUN' });
    await kopa.hearsBank();
    return id;
  },
  returning: (accountId) => arrive(accountId, { payer: 'Somebody Else' }),
  returned: async (accountId) => {
    const id = await arrive(accountId, { payer: 'Somebody Else' });
    await kopa.hearsBank();
    await kopa.hearsBank();
    return id;
  },
  rejected: async (accountId) => {
    const id = await arrive(accountId, { status: 'rejected' });
    await kopa.hearsBank();
    return id;
  },
  recalled: async (accountId) => {
    const id = await roads.credited(accountId);
    await takenBack(id);
    return id;
  },
};

const words = ['pending', 'settled', 'rejected', 'reversed'] as const;
const cells = Object.entries(roads).flatMap(([state, road]) =>
  words.map((status) => [state as State, status, road] as const),
);

test.each(cells)(
  'HARD-87 a transfer that is %s here and %s at the bank agrees with it, or is a case',
  async (state, status, road) => {
    const { accountId } = await kopa.payee();
    const id = await road(accountId);
    await report(id);
    const before = await rowOf(id);
    expect(before.state).toBe(state);
    await told(id, { status });
    await report(id);
    expect((await rowOf(id)).state).toBe(becomes[state][status] ?? state);
    expect(await isCase(`sent:arrived:${before.id}`)).toBe(contradicts(state, status));
    expect(await causeless(kopa.db)).toEqual([]);
  },
);

test('HARD-87 a transfer that its bank tells with another amount after the credit is a case, and nothing else waits for it', async () => {
  const { who, accountId } = await kopa.payee();
  const id = await arrive(accountId);
  await kopa.hearsBank();
  await told(id, { amount: '101' });
  for (const _ of [1, 2, 3]) await report(id);
  const row = await rowOf(id);
  expect(await who.cash()).toBe('100');
  const lines = kopa.log.filter(
    (line) => line.includes(row.id) && line.includes('changed after it had ended'),
  );
  expect(lines).toHaveLength(1);
  expect(await isCase(`sent:arrived:${row.id}`)).toBe(true);
  const { rows } = await sql<{ more: boolean }>`select ${partySentMore} as more`.execute(kopa.db);
  expect(rows).toEqual([{ more: false }]);
});

const STATES = [
  ...['pending', 'checking', 'credited', 'aside', 'returning', 'returned', 'rejected'],
  'recalled',
] as const;
const STATUSES = ['pending', 'settled', 'rejected', 'reversed'] as const;

test('what the books have of a transfer already is nothing new, and nothing else is passed by', async () => {
  const { who, accountId } = await kopa.payee();
  const { db } = kopa.deps;
  let made = 0;
  const silent: string[] = [];
  for (const state of STATES) {
    for (const status of STATUSES) {
      for (const change of [{}, { amount: '7' }, { payer: 'ANOTHER' }] as const) {
        for (const settled of [false, true]) {
          if (settled && state !== 'aside') continue;
          const id = `listed-${++made}`;
          const row = { currency: 'AUD', amount: '5', payer: 'TEST PERSON', reference: 'x' };
          await db
            .insertInto('bank_transfers')
            .values({
              ...{ id, external_id: id, user_id: who.id, ...row, state, reason: '' },
              ...{ seen_at: now(), ask_at: now(), ended_at: null },
            })
            .execute();
          if (settled) {
            await db
              .updateTable('bank_transfers')
              .set({ settled_at: now() })
              .where('id', '=', id)
              .execute();
          }
          const transfer: BankTransfer = { id, accountId, ...row, status, ...change };
          const read = () =>
            db.selectFrom('bank_transfers').selectAll().where('id', '=', id).execute();
          const [before, lines] = [await read(), kopa.log.length];
          const isNews = (await newsIn(db, [transfer])).length > 0;
          // What moves money is news; rows that were written here by hand have no journals to take back from.
          const moves =
            (state === 'credited' || state === 'returned') &&
            (status === 'reversed' || status === 'rejected');
          if (!moves) await takeTransfer(kopa.deps, transfer);
          const changed =
            moves ||
            JSON.stringify(await read()) !== JSON.stringify(before) ||
            kopa.log.length > lines;
          const what = `${state} ${status} ${JSON.stringify(change)} ${settled}`;
          // Taking it does something exactly where it counts as news.
          expect([what, isNews]).toEqual([what, changed]);
          if (!isNews) silent.push(what);
        }
      }
    }
  }
  expect(silent.length).toBeGreaterThan(20);
  await db.deleteFrom('screenings').where('reference', 'like', 'listed-%').execute();
  await db.deleteFrom('transfers_aside').where('reference', 'like', 'arrived:listed-%').execute();
  await db.deleteFrom('bank_transfers').where('id', 'like', 'listed-%').execute();
});

test('a transfer that nobody knows, or whose account is known only now, is news', async () => {
  const { who, accountId } = await kopa.payee();
  const { db } = kopa.deps;
  const told = { currency: 'AUD', amount: '5', payer: 'TEST PERSON', reference: '' };
  const transfer: BankTransfer = { id: 'unknown-1', accountId, ...told, status: 'pending' };
  const known: BankTransfer = { ...transfer, id: 'known-1' };
  expect(await newsIn(db, [transfer, known])).toEqual([transfer, known]);
  await takeTransfer(kopa.deps, known);
  expect(await newsIn(db, [transfer, known])).toEqual([transfer]);
  await db
    .updateTable('bank_transfers')
    .set({ user_id: null })
    .where('external_id', '=', 'known-1')
    .execute();
  expect(await newsIn(db, [known])).toEqual([known]);
  await takeTransfer(kopa.deps, known);
  expect(await newsIn(db, [known])).toEqual([]);
  expect(who.id).not.toBe('');
  await db.deleteFrom('bank_transfers').where('external_id', '=', 'known-1').execute();
});

test('the bank’s list is read three days back once an hour, and between that six hours back', async () => {
  const asked: number[] = [];
  const { bank } = kopa.deps.parties;
  const deps = {
    ...kopa.deps,
    parties: {
      ...kopa.deps.parties,
      bank: {
        ...bank,
        transfers: (from: Date) => {
          asked.push(Math.round((kopa.clock.now() - from.getTime()) / 3600_000));
          return bank.transfers(from);
        },
      },
    },
  };
  kopa.clock.advance(2 * 3600_000);
  for (let minute = 0; minute < 70; minute += 10) {
    await stepBank(deps);
    kopa.clock.advance(600_000);
  }
  // Two hours without an answer before the first one: it is read so much further back.
  expect(asked.slice(1)).toEqual([6, 6, 6, 6, 6, 72]);
  expect(asked[0]).toBeGreaterThanOrEqual(72);
});

test('HARD-88 a transfer that officers expect no more is asked about all the same, and credited if it settles unlisted', async () => {
  const { accountId } = await kopa.payee();
  const id = await arrive(accountId, { status: 'pending' });
  await kopa.hearsBank();
  const { id: transfer } = await rowOf(id);
  const { db, clock } = kopa.deps;
  expect(await inTransaction(db, (tx) => giveUpArrival(kopa.deps, tx, transfer))).toBe(true);
  const DAY_MS = 24 * 3_600_000;
  for (let day = 0; day < 5; day += 1) {
    clock.advance(DAY_MS);
    await kopa.hearsBank();
  }
  expect((await rowOf(id)).state).toBe('rejected');
  // It was announced longer ago than the list goes back.
  await db
    .updateTable('sandbox_bank_transfers')
    .set({ status: 'settled' })
    .where('id', '=', id)
    .execute();
  clock.advance(DAY_MS);
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect((await rowOf(id)).state).toBe('credited');
});
