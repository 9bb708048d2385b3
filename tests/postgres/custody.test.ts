import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateAddress } from '#core/contract/money/funds.ts';
import type { ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import { violations } from '#server/ledger/invariants.ts';
import { takeDeposit } from '#server/services/money-in/deposits/custodian-deposits.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { creditConfirmed } from '#server/services/money-in/deposits/deposits.ts';
import { Custodian } from '#tests/support/custodian.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { dyingAt, killPoints } from '#tests/support/kill-point.ts';
import { randomOf } from '#tests/support/ledger-model.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server-process.ts';

const ROUNDS = process.env.LONG ? 500 : 10;

let database: FreshDatabase;
let custodian: Custodian;
let servers: readonly InProcess[];
let first: InProcess;
beforeAll(async () => {
  database = await freshDatabase();
  custodian = new Custodian();
  await custodian.start();
  const start = () => startInProcess({ databaseUrl: database.url, env: custodian.env() });
  first = await start();
  servers = [first, await start(), await start()];
  await stepDeposits(first.deps);
});
afterAll(async () => {
  expect(await violations(first.deps.db)).toEqual([]);
  await Promise.all(servers.map((server) => server.close()));
  await custodian.stop();
  await database.drop();
});

async function receiver(): Promise<{ readonly id: string; readonly address: string }> {
  const { id, credential } = await person(first.deps);
  const request = { currencyId: 'BTC', paymentRouteId: 'btc-bitcoin' };
  const { data } = await first.api.must(generateAddress, request, { credential });
  return { id, address: data.address };
}

const balancesOf = async (id: string): Promise<Record<string, string>> => {
  const rows = await first.deps.db
    .selectFrom('accounts')
    .select(['kind', 'balance'])
    .where('owner', '=', id)
    .execute();
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
};

const credited = () =>
  first.deps.db.selectFrom('journals').select('id').where('kind', '=', 'deposit').execute();

let names = 0;
const reported = (address: string): ReportedDeposit => {
  names += 1;
  return {
    id: `d${names}`,
    network: 'Bitcoin',
    address,
    tag: '',
    currency: 'BTC',
    amount: '0.1',
    hash: names.toString(16).padStart(64, '0'),
    outputIndex: 0,
    senders: [],
    confirmations: 2,
    status: 'confirmed',
  };
};

/** The same in the custodian's own words. */
const told = ({ hash, outputIndex, ...rest }: ReportedDeposit) => ({
  ...rest,
  txid: hash,
  output_index: outputIndex,
});

test(`BEY-18 three processes are told the same at the same moment, in any order: each is credited once, ${ROUNDS} times of ${ROUNDS}`, async () => {
  const random = randomOf(61);
  const before = (await credited()).length;
  for (let round = 0; round < ROUNDS; round++) {
    const { id, address } = await receiver();
    const final = Array.from({ length: 4 }, () => reported(address));
    // Earlier news of the same, a drop among them, and another name for one of the outputs.
    const stale = final.flatMap((deposit): ReportedDeposit[] => [
      { ...deposit, confirmations: 0, status: 'pending' },
      { ...deposit, status: 'dropped' },
    ]);
    const twin = { ...final[0], id: `twin${round}` } as ReportedDeposit;
    const told = [...stale, ...final, ...final];
    await Promise.all(
      servers.map(async ({ deps }) => {
        const shuffled = told
          .map((deposit) => ({ deposit, at: random(1e6) }))
          .sort((a, b) => a.at - b.at);
        for (const { deposit } of shuffled) {
          await takeDeposit(deps, deposit);
          if (random(4) === 0) await creditConfirmed(deps);
        }
      }),
    );
    // What the custodian says in the end.
    await Promise.all(
      servers.map(async ({ deps }) => {
        for (const deposit of [...final, twin]) await takeDeposit(deps, deposit);
        await creditConfirmed(deps);
      }),
    );
    expect(await balancesOf(id)).toEqual({ available: '40000000', pending: '0' });
  }
  expect(await credited()).toHaveLength(before + 4 * ROUNDS);
  expect(await violations(first.deps.db)).toEqual([]);
}, 3_600_000);

test('BEY-18 of three processes one asks, and what it was told all know', async () => {
  const { id, address } = await receiver();
  custodian.tell(...Array.from({ length: 30 }, () => told(reported(address))));
  const asked = custodian.listed();
  expect(await custodian.notify(first.url)).toBe(204);
  await Promise.all(servers.map(({ deps }) => stepDeposits(deps)));
  expect(custodian.listed()).toBe(asked + 1);
  await Promise.all(servers.map(({ deps }) => creditConfirmed(deps)));
  expect(await balancesOf(id)).toEqual({ available: '300000000', pending: '0' });
});

test.each(killPoints('deposits'))(
  'BEY-18 the process dies $at the note of a deposit: it is credited once, by whoever lives',
  async (point) => {
    const { id, address } = await receiver();
    custodian.tell(told(reported(address)));
    // Due by everybody's clock.
    const past = new Date(0);
    await first.deps.db
      .updateTable('custody_feeds')
      .set({ due_at: past, leased_until: past })
      .execute();
    const env = {
      ...custodian.env(),
      ...dyingAt(point),
      DATABASE_URL: database.url,
      SEED: 'none',
    };
    const asked = custodian.listed();
    const dying = await startServer({ dies: true, env });
    await expect.poll(() => custodian.listed(), { timeout: 60_000 }).toBeGreaterThan(asked);
    await expect.poll(() => fetch(dying.url).catch(() => 'dead'), { timeout: 60_000 }).toBe('dead');
    await dying.stop();
    const before: Record<string, string> =
      point.at === 'after-commit' ? { pending: '10000000' } : {};
    expect(await balancesOf(id)).toEqual(before);
    // Nobody gave the list back: it is free again after a minute.
    first.deps.clock.advance(60_000);
    await stepDeposits(first.deps);
    expect(await balancesOf(id)).toEqual({ available: '10000000', pending: '0' });
  },
);
