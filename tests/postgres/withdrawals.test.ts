import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { planTransfer } from '#server/adapters/custody/sandbox-chain.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { deposit, type Person, person } from '#tests/support/in-process.ts';
import { dyingAt, killPoints } from '#tests/support/kill-point.ts';
import { randomOf } from '#tests/support/ledger-model.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import {
  insist,
  newTally,
  oneSwap,
  oneWithdrawal,
  type Tally,
  withdraw,
} from '#tests/support/money-load.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';

const ROUNDS = process.env.LONG ? 500 : 10;
const KILLS = process.env.LONG ? 100 : 3;
const PROCESSES = 3;

let swarm: Swarm;
const servers: ServerProcess[] = [];
let env: Record<string, string>;

beforeAll(async () => {
  swarm = await startSwarm(0);
  env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', LIMIT_PER_ADDRESS: '100000' };
  servers.push(
    ...(await Promise.all(Array.from({ length: PROCESSES }, () => startServer({ env })))),
  );
});
afterAll(async () => {
  expect(await brokenInvariants(swarm.deps.db)).toEqual([]);
  await Promise.all(servers.map((server) => server.stop()));
  await swarm.stop();
});

const anyApi = (index: number): ApiClient => {
  const server = servers[index % servers.length];
  if (!server) throw new Error('no server');
  return new ApiClient(server.url);
};

const TOTAL = 25_000n;

async function customer(balances: Record<string, string>): Promise<Person> {
  const who = await person(swarm.deps, { balances });
  await swarm.deps.db
    .updateTable('users')
    .set({ kyc_status: 'approved' })
    .where('id', '=', who.id)
    .execute();
  return who;
}

const withdrawalsOf = async ({ id }: Person): Promise<readonly string[]> => {
  const rows = await swarm.deps.db
    .selectFrom('withdrawals')
    .where('user_id', '=', id)
    .select('id')
    .execute();
  return rows.map((row) => row.id);
};

test(`withdrawals at once with funds for one: exactly one wins, ${ROUNDS} times of ${ROUNDS}`, async () => {
  const who = await customer({});
  for (let round = 0; round < ROUNDS; round++) {
    await deposit(swarm.deps, who.id, 'BTC', '0.00025');
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => withdraw(anyApi(i), who, newKey())),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    const losers = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal.code]));
    expect(new Set(losers)).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  }
  expect(await withdrawalsOf(who)).toHaveLength(ROUNDS);
}, 3_600_000);

test.each([...killPoints('withdrawals'), ...killPoints('operations').slice(0, 1)])(
  'BEY-02 the process dies $at the insert into $table: one withdrawal or none, and the customer is told which',
  async (point) => {
    const who = await customer({ BTC: '1' });
    const dying = await startServer({ dies: true, env: { ...env, ...dyingAt(point) } });
    const key = newKey();
    await expect(withdraw(new ApiClient(dying.url), who, key)).rejects.toThrow();
    await dying.stop();
    const { credential } = who;
    const { data } = await anyApi(0).must(
      getOperationOutcome,
      { idempotencyKey: key, operation: createWithdrawal.path },
      { credential },
    );
    const happened = point.at === 'after-commit';
    expect(data.outcome).toBe(happened ? 'done' : 'never');
    const made = await withdrawalsOf(who);
    expect(made).toHaveLength(happened ? 1 : 0);
    if (data.outcome === 'done') {
      expect(data.answer).toMatchObject({ data: { withdrawal_id: made[0] } });
    }
    // A repetition gets the original answer, or is refused because the key was closed.
    const again = await withdraw(anyApi(1), who, key);
    expect(again.ok).toBe(happened);
    expect(await withdrawalsOf(who)).toEqual(made);
    const held = (await readBalances(swarm.deps.db, who.id)).get('BTC')?.hold;
    expect(held).toBe(happened ? TOTAL : 0n);
  },
);

/** The chain's part, and the customer's second thoughts: some are cancelled, some fail, most arrive. */
async function stir(who: Person, tally: Tally, random: (below: number) => number): Promise<void> {
  const id = tally.withdrawn[random(tally.withdrawn.length || 1)];
  if (id === undefined) return;
  const { db, clock } = swarm.deps;
  if (random(3) === 0) {
    const { credential } = who;
    await insist(anyApi, (api) =>
      api.call(cancelWithdrawal, { withdrawal_id: id }, { credential }),
    );
    return;
  }
  await planTransfer(db, id, random(4) === 0 ? 'fail' : 'confirm');
  await db
    .updateTable('withdrawals')
    .set({ due_at: clock.sql })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
}

test(`${KILLS} kills -9 of API processes under mixed load: what was acknowledged happened once, nothing else did`, async () => {
  const random = randomOf(20261121);
  const people = await Promise.all(Array.from({ length: 6 }, () => customer({ BTC: '50' })));
  const tallies = people.map(newTally);
  let killing = true;
  const load = people.map(async (who, i) => {
    const tally = tallies[i] as Tally;
    for (let turn = 0; killing; turn++) {
      const api = anyApi(i + turn);
      if (turn % 3 === 0) await oneSwap(anyApi, api, who, tally);
      else if (turn % 3 === 1) await oneWithdrawal(anyApi, api, who, tally);
      else await stir(who, tally, random);
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    const at = random(PROCESSES);
    await servers[at]?.stop('SIGKILL');
    servers[at] = await startServer({ env });
  }
  killing = false;
  await Promise.all(load);

  for (const [i, who] of people.entries()) {
    const tally = tallies[i] as Tally;
    expect([...(await withdrawalsOf(who))].sort()).toEqual([...tally.withdrawn].sort());
    const swaps = await swarm.deps.db
      .selectFrom('journals')
      .where('user_id', '=', who.id)
      .where('kind', '=', 'swap')
      .select('id')
      .execute();
    expect(swaps.map(({ id }) => id).sort()).toEqual([...tally.swapped].sort());
  }
  expect(tallies.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(0);
  expect(await brokenInvariants(swarm.deps.db)).toEqual([]);
  await toTheirEnds(tallies.flatMap(({ withdrawn }) => withdrawn));
  for (const who of people) {
    expect((await readBalances(swarm.deps.db, who.id)).get('BTC')?.hold).toBe(0n);
  }
}, 3_600_000);

/** Whatever is still open arrives or fails now; leases of killed workers do not matter. */
async function toTheirEnds(ids: readonly string[]): Promise<void> {
  const { db, clock } = swarm.deps;
  for (const id of ids) await planTransfer(db, id, 'confirm');
  for (let open = true; open; ) {
    await db
      .updateTable('withdrawals')
      .set({ due_at: clock.sql })
      .where('id', 'in', ids)
      .where('due_at', 'is not', null)
      .execute();
    await sendDue(swarm.deps);
    await moveDue(swarm.deps);
    const left = await db
      .selectFrom('withdrawals')
      .select('id')
      .where('id', 'in', ids)
      .where('due_at', 'is not', null)
      .executeTakeFirst();
    open = left !== undefined;
  }
}
