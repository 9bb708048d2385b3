import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { bankDifferences } from '#server/services/money-in/bank/bank-differences.ts';
import { readStatement } from '#server/services/money-in/bank/bank-statements.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { person } from '#tests/support/in-process.ts';
import { dyingAt, type KillPoint, killPoints } from '#tests/support/kill-point.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { startServer } from '#tests/support/server-process.ts';
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';

const points = killPoints('journals');

let swarm: Swarm;
beforeAll(async () => {
  swarm = await startSwarm(0);
}, 300_000);
afterAll(async () => {
  expect(await brokenInvariants(swarm.deps.db)).toEqual([]);
  await swarm.stop();
});

interface Arriving {
  /** The bank's name for the transfer. */
  readonly id: string;
  readonly userId: string;
}

/** A transfer of 250.10 comes to somebody's account at the bank. */
async function arrives(payer = 'Test Person'): Promise<Arriving> {
  const { db, clock } = swarm.deps;
  const { id: userId } = await person(swarm.deps, { market: 'AUD' });
  const accountId = randomUUID();
  await db
    .insertInto('bank_accounts')
    .values({
      ...{ user_id: userId, currency: 'AUD', external_id: accountId, holder: 'Test Person' },
      ...{ bank: 'Bank', iban: '', bic: '', bsb: '802999', account_number: '1', pay_id: '' },
      created_at: clock.sql,
    })
    .execute();
  const id = await transferInSandbox(db, new Date(clock.now()), {
    ...{ accountId, currency: 'AUD', amount: '250.10', payer, reference: '', status: 'settled' },
  });
  return { id, userId };
}

/** The bank is asked again about everything, whatever a dead process had begun. */
async function makeDue(): Promise<void> {
  const { db } = swarm.deps;
  const at = new Date(0);
  await db.updateTable('custody_feeds').set({ due_at: at, leased_until: at }).execute();
  await db.updateTable('bank_transfers').set({ ask_at: at }).execute();
}

/** As whichever process goes on does, once the leases of the dead one have ended. */
async function goOn(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await makeDue();
    await stepBank(swarm.deps);
  }
}

/** A process does what the bank tells of, and dies at that point. */
async function dies(point: KillPoint): Promise<void> {
  await makeDue();
  const env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', ...dyingAt(point) };
  const dying = await startServer({ dies: true, env });
  const answers = () =>
    fetch(`${dying.url}/livez`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 120_000 }).toBe(false);
  await dying.stop();
}

const journalsOf = async ({ userId }: Arriving): Promise<readonly string[]> => {
  const rows = await swarm.deps.db
    .selectFrom('journals')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
};

const cashOf = async ({ userId }: Arriving) =>
  (await readBalances(swarm.deps.db, userId)).get('AUD')?.available;

const stateOf = async ({ id }: Arriving) =>
  (
    await swarm.deps.db
      .selectFrom('bank_transfers')
      .select('state')
      .where('external_id', '=', id)
      .execute()
  ).map(({ state }) => state);

/** What its customer was told of it; they may also be asked for a second factor. */
const told = async ({ userId }: Arriving): Promise<readonly string[]> => {
  const rows = await swarm.deps.db
    .selectFrom('notices')
    .select('body')
    .where('user_id', '=', userId)
    .where('page', '=', '/cash')
    .orderBy('created_at')
    .execute();
  return rows.map(({ body }) => body);
};

const CAME = 'Money from your bank has arrived.';

test.each(points)(
  'BANK-02 BANK-06 the process dies $at the journal of a transfer that came: it is credited once',
  async (point) => {
    const transfer = await arrives();
    await dies(point);
    const done = point.at === 'after-commit';
    // It is screened in a transaction of its own, before its journal.
    expect(await stateOf(transfer)).toEqual([done ? 'credited' : 'checking']);
    await goOn();
    expect(await stateOf(transfer)).toEqual(['credited']);
    expect(await journalsOf(transfer)).toEqual(['cash-in']);
    expect(await cashOf(transfer)).toBe(25_010n);
    expect(await told(transfer)).toEqual([CAME]);
  },
  300_000,
);

test.each(points)(
  'BANK-02 BANK-06 the process dies $at the journal of a transfer that was taken back: it leaves once',
  async (point) => {
    const transfer = await arrives();
    await goOn();
    expect(await cashOf(transfer)).toBe(25_010n);
    const { db, clock } = swarm.deps;
    await endSandboxTransfer(db, new Date(clock.now()), transfer.id, 'reversed');
    await dies(point);
    await goOn();
    expect(await stateOf(transfer)).toEqual(['recalled']);
    expect(await journalsOf(transfer)).toEqual(['cash-in', 'cash-recalled']);
    expect(await cashOf(transfer)).toBe(0n);
    expect(await told(transfer)).toEqual([
      ...[CAME, 'Bank transfer recalled: the bank that sent it took it back.'],
    ]);
  },
  300_000,
);

const returning = [
  { at: 'before', table: 'sandbox_bank_returns', step: 'the bank gives it back' },
  { at: 'after', table: 'sandbox_bank_returns', step: 'the bank gives it back' },
  ...killPoints('mail_outbox').map((point) => ({ ...point, step: 'its customer is told' })),
] as const;

test.each(returning)(
  'BANK-02 BANK-06 the process dies $at $step: a transfer that is nobody’s goes back once',
  async (point) => {
    const transfer = await arrives('Somebody Else');
    await dies(point);
    expect(await stateOf(transfer)).toEqual([
      point.at === 'after-commit' ? 'returned' : 'returning',
    ]);
    await goOn();
    expect(await stateOf(transfer)).toEqual(['returned']);
    const returns = await swarm.deps.db
      .selectFrom('sandbox_bank_returns')
      .select('request_id')
      .where('transfer_id', '=', transfer.id)
      .execute();
    expect(returns).toHaveLength(1);
    expect(await journalsOf(transfer)).toEqual([]);
    expect(await told(transfer)).toEqual(['A bank transfer was sent back.']);
  },
  300_000,
);

test.each(killPoints('bank_statements'))(
  'BANK-06 the process dies $at it keeps the statement of a day: it is kept once, as a whole',
  async (point) => {
    const { db, clock } = swarm.deps;
    const day = new Date(clock.now() - 2 * 24 * 3600_000).toISOString().slice(0, 10);
    const at = new Date(0);
    const row = { source: 'bank-statements', cursor: day, due_at: at, leased_until: at };
    await db.deleteFrom('bank_statement_entries').execute();
    await db.deleteFrom('bank_statements').execute();
    await db
      .insertInto('custody_feeds')
      .values(row)
      .onConflict((conflict) => conflict.column('source').doUpdateSet(row))
      .execute();
    await dies(point);
    const kept = () =>
      db
        .selectFrom('bank_statements')
        .select('currency')
        .where('day', '=', day)
        .orderBy('currency')
        .execute();
    expect(await kept()).toHaveLength(point.at === 'after-commit' ? 2 : 0);
    for (let round = 0; round < 3; round++) {
      await makeDue();
      await readStatement(swarm.deps);
    }
    expect(await kept()).toEqual([{ currency: 'AUD' }, { currency: 'EUR' }]);
    expect(await bankDifferences(db)).toEqual([]);
  },
  300_000,
);
