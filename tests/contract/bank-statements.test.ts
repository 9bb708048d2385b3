import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import type { StatementReading } from '#server/adapters/bank/camt053.ts';
import {
  endSandboxTransfer,
  sandboxBankNotice,
  transferInSandbox,
} from '#server/adapters/bank/sandbox-bank.ts';
import { type StatementPlan, writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { balancesOf } from '#server/services/money-in/bank/bank-balance.ts';
import { daysFrom, isBankDay } from '#server/services/money-in/bank/bank-days.ts';
import { bankDifferences } from '#server/services/money-in/bank/bank-differences.ts';
import {
  readStatement,
  statementFindings,
} from '#server/services/money-in/bank/bank-statements.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const HOUR = 3600_000;

let who: Member & { readonly accountId: string; readonly home: string };

/** Somebody with an account to pay into and one to be paid to, on the morning after the first day. */
const kopa = world();
beforeEach(async () => {
  // The first two days are such that banks make statements of.
  do sleep();
  while (![0, 1, 2].every((days) => isBankDay(daysFrom(today(), days))));
  await readStatement(kopa.deps);
  const someone = await kopa.customer({ market: 'AUD' });
  const accountId = await kopa.opensAccount(someone);
  const { data: saved } = await someone.must(saveAddress, {
    ...{ kind: 'fiat', label: 'Mine', holder: 'Test Person' },
    ...{ currency_id: 'AUD', bsb: '062-000', account_number: '12345678' },
  });
  who = someone.with({ accountId, home: saved.address_id });
  await nextMorning();
  await readAll();
  expect(await statements()).toHaveLength(1);
});

const today = (): string => new Date(kopa.clock.now()).toISOString().slice(0, 10);

/** At six o'clock in the morning of the next day. */
function sleep(): void {
  const { clock } = kopa.deps;
  const midnight = Date.parse(today()) + 24 * HOUR;
  clock.advance(midnight + 6 * HOUR - clock.now());
}

/** The same, and the customer signs in again. */
async function nextMorning(): Promise<void> {
  sleep();
  who = await who.later(0);
}

/** As the server's loop does, until there is nothing more to read. */
async function readAll(): Promise<void> {
  for (let round = 0; round < 5; round++) await readStatement(kopa.deps);
}

const statements = () =>
  kopa.db
    .selectFrom('bank_statements')
    .select(['day', 'currency', 'opening', 'closing'])
    .where('currency', '=', 'AUD')
    .orderBy('day')
    .execute();

const differences = () => bankDifferences(kopa.db);

const told = (event: string) =>
  kopa.log
    .map((line): { event: string } & Record<string, unknown> => JSON.parse(line))
    .filter((line) => line.event === event);
const DIFFERS = 'statement of the bank differs from the books';

const cash = async (): Promise<string | undefined> =>
  (await who.must(getWalletList, {})).cash[0]?.free_balance;

async function arrive(part: { amount?: string; payer?: string } = {}): Promise<string> {
  const id = await transferInSandbox(kopa.db, new Date(kopa.clock.now()), {
    ...{ accountId: who.accountId, currency: 'AUD', amount: '250.10', payer: 'Test Person' },
    ...{ reference: '', status: 'settled', ...part },
  });
  const { body, signature } = sandboxBankNotice(id);
  await fetch(`${kopa.url}/webhooks/bank`, {
    method: 'POST',
    body,
    headers: { 'x-sandbox-signature': signature },
  });
  return id;
}

async function payOut(plan: 'auto' | 'confirm' | 'fail', amount = '100'): Promise<string> {
  const reply = await who.call(createPayout, {
    amount,
    address_id: who.home,
    fee: '0.5',
    password,
  });
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(kopa.deps);
  await kopa.sandbox.withdrawal(who.email, plan, 'bank');
  return reply.value.data.withdrawal_id;
}

/** The same server, whose bank gives this of each day. */
const withStatements = (
  statement: (day: string) => Promise<StatementReading | undefined>,
): Deps => ({
  ...kopa.deps,
  parties: { ...kopa.deps.parties, bank: { ...kopa.deps.parties.bank, statement } },
});

test('BANK-06 the books agree with the bank’s statement of a day on which everything happened', async () => {
  await arrive();
  await arrive({ amount: '0.01' });
  await arrive({ payer: 'Somebody Else', amount: '40' });
  const taken = await arrive({ amount: '60' });
  await kopa.hearsBank();
  await payOut('confirm');
  await payOut('fail', '20');
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), taken, 'reversed');
  await kopa.hearsBank();
  await kopa.hearsBank();
  expect(await cash()).toBe('149.61');
  const day = today();
  await nextMorning();
  await readAll();
  expect((await statements()).at(-1)).toEqual({
    ...{ day, currency: 'AUD', opening: '0', closing: '15011' },
  });
  await nextMorning();
  await readAll();
  expect(await differences()).toEqual([]);
  expect(told(DIFFERS)).toEqual([]);
  expect(await statementFindings(kopa.db, kopa.clock.now())).toEqual([]);
});

test('HARD-92 a statement with a transfer that went back and was taken back all the same agrees with the books', async () => {
  await arrive();
  const twice = await arrive({ payer: 'Somebody Else', amount: '40' });
  await kopa.hearsBank();
  await kopa.hearsBank();
  await endSandboxTransfer(kopa.db, new Date(kopa.clock.now()), twice, 'reversed');
  await kopa.hearsBank();
  await nextMorning();
  await readAll();
  expect((await statements()).at(-1)).toMatchObject({ closing: '21010' });
  await nextMorning();
  await readAll();
  expect(await differences()).toEqual([]);
  expect(await balancesOf(kopa.db)).toMatchObject([{ apart: 0n }, { apart: 0n }]);
});

test('BANK-06 a difference of a cent is reported, and nothing is moved', async () => {
  await arrive();
  await writeSwitch(kopa.db, 'statement', 'cent');
  const day = today();
  const before = await kopa.db.selectFrom('postings').selectAll().execute();
  await nextMorning();
  await readAll();
  const [found, ...others] = await differences();
  expect(found).toMatchObject({ kind: 'amount', day, bank: 25_009n, books: 25_010n });
  expect(others).toEqual([]);
  expect(told(DIFFERS)).toMatchObject([
    { level: 'error', day, count: 1, first: expect.stringContaining('bank 250.09, books 250.10') },
  ]);
  const [line] = await statementFindings(kopa.db, kopa.clock.now());
  expect(line).toContain(`${day} AUD: bank 250.09, books 250.10`);
  expect(await cash()).toBe('250.1');
  expect(await kopa.db.selectFrom('postings').selectAll().execute()).toEqual(before);

  // The bank is right again on the next day, which then does not begin where this one ended.
  await writeSwitch(kopa.db, 'statement', undefined);
  await nextMorning();
  await readAll();
  expect((await differences()).map(({ kind }) => kind)).toEqual(['amount', 'opening']);
});

test('BANK-06 an account number that serves several currencies is kept once for each', async () => {
  await nextMorning();
  const day = new Date(kopa.clock.now() - 24 * HOUR).toISOString().slice(0, 10);
  const account = { account: 'LT121000011101001000', day, opening: 0n, closing: 0n, entries: [] };
  const deps = withStatements(async () => ({
    ok: true,
    statements: [
      { ...account, currency: 'AUD' },
      { ...account, currency: 'EUR' },
    ],
  }));
  await readStatement(deps);
  const { rows } = await sql`select currency from bank_statements
    where day = ${day} order by currency`.execute(kopa.db);
  expect(rows).toEqual([{ currency: 'AUD' }, { currency: 'EUR' }]);
});

test('BANK-06 an entry that we do not know is reported', async () => {
  await writeSwitch(kopa.db, 'statement', 'cent');
  await nextMorning();
  await readAll();
  expect(await differences()).toMatchObject([
    { kind: 'unknown', currency: 'EUR', about: 'interest', bank: 1n, books: undefined },
  ]);
  expect(told(DIFFERS)).toMatchObject([
    { count: 1, first: expect.stringContaining('an entry is of no transfer that we know') },
  ]);
});

test('BANK-06 a transfer that we know and the statements lack is reported once the next day is there', async () => {
  await arrive();
  const [row] = await kopa.db.selectFrom('bank_transfers').select('id').execute();
  await kopa.db.deleteFrom('sandbox_bank_transfers').execute();
  const day = today();
  await nextMorning();
  await readAll();
  expect(await differences(), 'the bank may close its day at another hour').toEqual([]);
  await nextMorning();
  await readAll();
  expect(await differences()).toMatchObject([
    { kind: 'lacking', day, about: row?.id, bank: undefined, books: 25_010n },
  ]);
});

test('BANK-06 what was begun before the first statement may stand in one that was never read', async () => {
  const { db } = kopa.deps;
  await db.deleteFrom('bank_statements').execute();
  await db.deleteFrom('custody_feeds').where('source', '=', 'bank-statements').execute();
  await arrive();
  const earlier = new Date(kopa.clock.now() - 48 * HOUR);
  await db.updateTable('sandbox_bank_transfers').set({ booked_at: earlier }).execute();
  await readAll();
  for (const _ of [1, 2, 3]) {
    await nextMorning();
    await readAll();
  }
  expect(await statements()).toHaveLength(3);
  expect(await differences()).toEqual([]);
});

test('BANK-06 so is a payout that was never booked, and a movement of the bank’s account by hand', async () => {
  await arrive();
  const payout = await payOut('confirm');
  await sql`delete from sandbox_transfers`.execute(kopa.db);
  await inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      ...{ class: 'manual', kind: 'manual', userId: who.id },
      postings: [
        { account: house('bank', 'AUD'), units: -1n },
        { account: customer(who.id, 'available', 'AUD'), units: 1n },
      ],
    }),
  );
  await nextMorning();
  await readAll();
  await nextMorning();
  await readAll();
  const found = await differences();
  expect(found.map(({ kind, books }) => [kind, books])).toEqual(
    expect.arrayContaining([
      ['lacking', -10_000n],
      ['lacking', 1n],
    ]),
  );
  expect(found).toHaveLength(2);
  expect(found.map(({ about }) => about)).toContain(payout);
});

test('BANK-06 a payout that left twice is reported', async () => {
  await arrive();
  const payout = await payOut('confirm');
  const day = today();
  const twice: StatementReading = {
    ok: true,
    statements: [
      {
        ...{
          account: 'SANDBOX-AUD',
          currency: 'AUD',
          day,
          opening: 0n,
          closing: 25_010n - 20_000n,
        },
        entries: [
          { units: 25_010n, references: [await externalId()], reversal: false },
          { units: -10_000n, references: [payout], reversal: false },
          { units: -10_000n, references: [payout.replaceAll('-', '')], reversal: false },
        ],
      },
    ],
  };
  await nextMorning();
  await readStatement(withStatements(() => Promise.resolve(twice)));
  expect(await differences()).toMatchObject([
    { kind: 'amount', about: payout, bank: -20_000n, books: -10_000n },
  ]);
  await nextMorning();
  await readAll();
  expect(await differences()).toMatchObject([
    { kind: 'amount', about: payout },
    // The bank's own account of that day is another than it told.
    { kind: 'opening', bank: 15_010n, books: 5_010n },
  ]);
});

test('BANK-06 a payout that left although it was cancelled, or was given back and stays away, is reported', async () => {
  await arrive();
  const [cancelled, refused] = [await payOut('auto'), await payOut('auto', '20')];
  await setStatus(cancelled, 'cancelled');
  await setStatus(refused, 'refunded');
  await nextMorning();
  await readAll();
  expect(await differences(), 'the next day may explain it').toEqual([]);
  await nextMorning();
  await readAll();
  expect(await differences()).toMatchObject([
    { kind: 'not-in-books', about: cancelled, bank: -10_000n, books: undefined },
    { kind: 'lacking', about: refused, bank: undefined, books: 2_000n },
  ]);
  await setStatus(cancelled, 'broadcast');
  await setStatus(refused, 'broadcast');
  expect(await differences()).toEqual([]);
});

const setStatus = (id: string, status: 'cancelled' | 'refunded' | 'broadcast') =>
  kopa.db.updateTable('withdrawals').set({ status }).where('id', '=', id).execute();

const externalId = async (): Promise<string> =>
  (await kopa.db.selectFrom('bank_transfers').select('external_id').executeTakeFirstOrThrow())
    .external_id;

test.each(['late', 'silent', 'down'] as const)(
  'BANK-06 a bank that is %s is asked again, and no day is passed over',
  async (trouble) => {
    await arrive();
    const day = today();
    const set = (on: boolean) =>
      trouble === 'down'
        ? writeSwitch(kopa.db, 'bank', on ? 'down' : undefined)
        : writeSwitch(kopa.db, 'statement', on ? (trouble satisfies StatementPlan) : undefined);
    await set(true);
    await nextMorning();
    await readAll();
    expect(await statements()).toHaveLength(1);
    expect(told('statement of the bank not given'), 'it may need some hours').toEqual([]);
    kopa.clock.advance(7 * HOUR);
    if (trouble !== 'late') {
      await readAll();
      expect(told('statement of the bank not given')).toMatchObject([{ level: 'warn', day }]);
      await nextMorning();
      kopa.clock.advance(HOUR);
      await readAll();
      expect(told('statement of the bank overdue')).toMatchObject([{ level: 'error', day }]);
      expect(await statementFindings(kopa.db, kopa.clock.now())).toEqual([
        `The bank's statement of ${day} was not read yet.`,
      ]);
      await set(false);
      kopa.clock.advance(16 * 60_000);
    }
    await readAll();
    expect((await statements()).map((one) => one.day)).toContain(day);
    expect(await differences()).toEqual([]);
  },
);

test('BANK-06 a document that cannot be read is an alarm, and is asked for again', async () => {
  const day = today();
  await nextMorning();
  await readStatement(
    withStatements(() => Promise.resolve({ ok: false, problem: 'it is no XML' })),
  );
  expect(told('statement of the bank cannot be read')).toMatchObject([
    { level: 'error', day, problem: 'it is no XML' },
  ]);
  expect(await statements()).toHaveLength(1);
  kopa.clock.advance(16 * 60_000);
  await readAll();
  expect((await statements()).at(-1)).toMatchObject({ day });
});

test('BANK-06 a day is read once by several processes, also where one takes longer than its lease', async () => {
  const asked: string[] = [];
  const { bank } = kopa.deps.parties;
  const counted = withStatements((day) => {
    asked.push(day);
    return bank.statement?.(day) ?? Promise.resolve(undefined);
  });
  const day = today();
  await nextMorning();
  await Promise.all([1, 2, 3, 4].map(() => readStatement(counted)));
  expect(asked).toEqual([day]);
  expect(await statements()).toHaveLength(2);

  await nextMorning();
  const slow = withStatements(async (late) => {
    kopa.clock.advance(20 * 60_000);
    await readStatement(kopa.deps);
    return bank.statement?.(late);
  });
  await readStatement(slow);
  expect(await statements()).toHaveLength(3);
  expect(await differences()).toEqual([]);
});

test('BANK-06 a day that is not over is not asked for', async () => {
  const asked: string[] = [];
  const counted = withStatements((day) => {
    asked.push(day);
    return Promise.resolve(undefined);
  });
  kopa.clock.advance(17 * HOUR);
  await readStatement(counted);
  expect(asked).toEqual([]);
});

/** Sleeps until the morning of a Saturday after a week of bank days, having read all until Thursday's. */
async function sleepUntilSaturday(): Promise<void> {
  do {
    await nextMorning();
    await readAll();
  } while (
    new Date(kopa.clock.now()).getUTCDay() !== 6 ||
    ![-1, 2, 3].every((days) => isBankDay(daysFrom(today(), days)))
  );
}

/** The bank as it is, but without statements of some days, or of weekends. */
const without = (days: (day: string) => boolean): Deps =>
  withStatements(async (day) => (days(day) ? undefined : kopa.deps.parties.bank.statement?.(day)));

const weekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

test('HARD-62 days without a statement are bridged, and a weekend alarms nobody', async () => {
  await sleepUntilSaturday();
  const deps = without(weekend);
  const [friday, monday] = [daysFrom(today(), -1), daysFrom(today(), 2)];
  for (let hours = 0; hours < 76; hours += 4) {
    await readStatement(deps);
    await readStatement(deps);
    kopa.clock.advance(4 * HOUR);
  }
  who = await who.later(0);
  expect((await statements()).map(({ day }) => day).slice(-2)).toEqual([friday, monday]);
  expect(kopa.log.filter((line) => line.includes('statement of the bank'))).toEqual([]);
  expect(await statementFindings(kopa.db, kopa.clock.now())).toEqual([]);
});

test('HARD-62 a statement that does not begin where the last one ended is not taken for a missing one', async () => {
  const day = today();
  await arrive();
  const deps = without((asked) => asked === day);
  for (const _ of [1, 2, 3]) {
    await nextMorning();
    await readStatement(deps);
    kopa.clock.advance(HOUR);
  }
  expect((await statements()).at(-1)?.day).toBe(daysFrom(day, -1));
  expect(told('statement of the bank overdue')[0]).toMatchObject({ level: 'error', day });
  kopa.clock.advance(16 * 60_000);
  await readAll();
  expect((await statements()).length).toBeGreaterThan(2);
  expect(await differences()).toEqual([]);
});

test('HARD-62 each closing balance is the books’ with what is aside, going back and under way', async () => {
  await arrive();
  await arrive({ payer: 'Somebody Else', amount: '40' });
  const odd = await arrive({ amount: '60' });
  const { db } = kopa.deps;
  await kopa.hearsBank();
  await db
    .updateTable('bank_transfers')
    .set({ state: 'aside', reason: 'impossible-amount' })
    .where('state', '=', 'returned')
    .execute();
  await payOut('auto');
  await endSandboxTransfer(db, new Date(kopa.clock.now()), odd, 'reversed');
  await nextMorning();
  await readAll();
  const [aud] = (await balancesOf(db)).filter(({ currency }) => currency === 'AUD');
  expect(aud && { apart: aud.apart, told: aud.told }).toEqual({ apart: 0n, told: 0n });
  expect(aud && aud.books + aud.aside + aud.underWay).toBe(aud?.closing);
  expect(await differences()).toEqual([]);
});

test('HARD-62 what was wrong before the first statement is told', async () => {
  const { db } = kopa.deps;
  await db.deleteFrom('bank_statements').execute();
  await db.deleteFrom('custody_feeds').where('source', '=', 'bank-statements').execute();
  await arrive();
  // The bank never had what the books say that it has.
  await db.deleteFrom('sandbox_bank_transfers').execute();
  await readAll();
  await nextMorning();
  await readAll();
  expect(await differences()).toMatchObject([
    { kind: 'balance', currency: 'AUD', bank: 0n, books: 25_010n },
  ]);
  const [line] = await statementFindings(db, kopa.clock.now());
  expect(line).toContain('AUD: bank 0.00, books 250.10: the closing balance is not what the books');
});

test('HARD-62 money that was set aside before the first statement is part of its balance', async () => {
  const { db } = kopa.deps;
  await db.deleteFrom('bank_statements').execute();
  await db.deleteFrom('custody_feeds').where('source', '=', 'bank-statements').execute();
  await arrive({ amount: '0.01' });
  await arrive({ payer: 'Somebody Else', amount: '40' });
  await db
    .updateTable('bank_transfers')
    .set({ state: 'aside', reason: 'other-name' })
    .where('payer', '=', 'Somebody Else')
    .execute();
  await nextMorning();
  await readAll();
  await nextMorning();
  await readAll();
  expect(await differences()).toEqual([]);
  const [aud] = (await balancesOf(db)).filter(({ currency }) => currency === 'AUD');
  expect(aud).toMatchObject({ closing: 4001n, books: 1n, aside: 4000n, apart: 0n });
});
