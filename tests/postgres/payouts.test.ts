import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { planTransfer } from '#server/adapters/custody/sandbox-chain.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { screenNewcomers } from '#server/services/checks/screening/screen-due.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { password, person } from '#tests/support/in-process.ts';
import { dyingAt, type KillPoint, killPoints } from '#tests/support/kill-point.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { startServer } from '#tests/support/server-process.ts';
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';

interface Payout {
  readonly id: string;
  readonly userId: string;
}

const points = killPoints('journals');
/** The bank takes it, or has taken it, and nobody hears that. */
const sends = [
  { at: 'before', table: 'sandbox_transfers' },
  { at: 'after', table: 'sandbox_transfers' },
] as const;

let swarm: Swarm;
let env: Record<string, string>;
const payouts: Payout[] = [];

/** All are asked for at a server that is gone before any is due: from then on nothing moves by itself. */
beforeAll(async () => {
  swarm = await startSwarm(0);
  env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', LIMIT_PER_ADDRESS: '100000' };
  const server = await startServer({ env });
  const api = new ApiClient(server.url);
  for (let i = 0; i < 3 * points.length + sends.length; i++) {
    const { id, credential } = await person(swarm.deps, { market: 'AUD', balances: { AUD: '50' } });
    await swarm.deps.db
      .updateTable('users')
      .set({ kyc_status: 'approved' })
      .where('id', '=', id)
      .execute();
    const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
    const saved = await api.must(
      saveAddress,
      { kind: 'fiat', label: 'Mine', holder: 'Test Person', ...account },
      { credential },
    );
    const { data } = await api.must(
      createPayout,
      { amount: '20', address_id: saved.data.address_id, password },
      { credential, idempotencyKey: newKey() },
    );
    payouts.push({ id: data.withdrawal_id, userId: id });
  }
  await server.stop();
  // A process that dies with a mail in its hands would hold the payout up for a minute.
  await sendDue(swarm.deps);
  expect(await swarm.deps.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  await screenNewcomers(swarm.deps);
}, 300_000);
afterAll(async () => {
  expect(await brokenInvariants(swarm.deps.db)).toEqual([]);
  await swarm.stop();
});

/** It, and what it waits for: a process may also have died while it screened the customer. */
async function makeDue({ id, userId }: Payout): Promise<void> {
  const { db } = swarm.deps;
  const due = { due_at: new Date(0) };
  await db.updateTable('withdrawals').set(due).where('id', '=', id).execute();
  await db
    .updateTable('screenings')
    .set(due)
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .execute();
}

/** As whichever process goes on does, once the lease of the dead one has ended. */
async function goOn(payout: Payout): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await makeDue(payout);
    await screenNewcomers(swarm.deps);
    await moveDue(swarm.deps);
  }
}

/** A process takes the payout and dies at that point. */
async function dies(payout: Payout, point: KillPoint): Promise<void> {
  await makeDue(payout);
  const dying = await startServer({ dies: true, env: { ...env, ...dyingAt(point) } });
  const answers = () =>
    fetch(`${dying.url}/livez`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 120_000 }).toBe(false);
  await dying.stop();
}

const journalsOf = async ({ id }: Payout): Promise<readonly string[]> => {
  const rows = await swarm.deps.db
    .selectFrom('journals')
    .select('kind')
    .where('comment', '=', `Withdrawal/${id}`)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
};

const cashOf = async ({ userId }: Payout) => {
  const cash = (await readBalances(swarm.deps.db, userId)).get('AUD');
  return [cash?.available, cash?.hold];
};

const taken = (): Payout => {
  const payout = payouts.pop();
  if (!payout) throw new Error('no payout left');
  return payout;
};

test.each(points)(
  'BANK-05 BANK-06 the process dies $at the journal of a payout that arrived: it is paid out once',
  async (point) => {
    const payout = taken();
    await planTransfer(swarm.deps.db, payout.id, 'confirm');
    await dies(payout, point);
    await goOn(payout);
    expect(await journalsOf(payout)).toEqual(['withdrawal', 'withdrawal-sent']);
    expect(await cashOf(payout)).toEqual([2_950n, 0n]);
  },
  300_000,
);

test.each(points)(
  'BANK-05 BANK-06 the process dies $at the journal of a payout that came back: it is back once',
  async (point) => {
    const payout = taken();
    await planTransfer(swarm.deps.db, payout.id, 'confirm');
    await goOn(payout);
    expect(await cashOf(payout)).toEqual([2_950n, 0n]);
    await planTransfer(swarm.deps.db, payout.id, 'fail');
    await dies(payout, point);
    await goOn(payout);
    expect(await journalsOf(payout)).toEqual([
      ...['withdrawal', 'withdrawal-returned', 'withdrawal-sent'],
    ]);
    expect(await cashOf(payout)).toEqual([5_000n, 0n]);
  },
  300_000,
);

test.each(points)(
  'BANK-05 BANK-06 the process dies $at the journal of a payout that the bank refused: it is back once',
  async (point) => {
    const payout = taken();
    await planTransfer(swarm.deps.db, payout.id, 'refuse');
    await dies(payout, point);
    await goOn(payout);
    expect(await journalsOf(payout)).toEqual(['withdrawal', 'withdrawal-returned']);
    expect(await cashOf(payout)).toEqual([5_000n, 0n]);
  },
  300_000,
);

test.each(sends)(
  'BANK-05 BANK-06 the process dies $at the bank takes a payout: it leaves once, and arrives',
  async (point) => {
    const payout = taken();
    await dies(payout, point);
    expect(await cashOf(payout)).toEqual([2_950n, 2_050n]);
    await planTransfer(swarm.deps.db, payout.id, 'confirm');
    await goOn(payout);
    expect(await journalsOf(payout)).toEqual(['withdrawal', 'withdrawal-sent']);
    expect(await cashOf(payout)).toEqual([2_950n, 0n]);
    const { rows } = await sql<{ sent_at: Date | null }>`select sent_at from sandbox_transfers
      where reference = ${payout.id}`.execute(swarm.deps.db);
    expect(rows).toEqual([{ sent_at: expect.any(Date) }]);
  },
  300_000,
);
