import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#server/ledger/invariants.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { creditConfirmed } from '#server/services/money-in/deposits/deposits.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let database: FreshDatabase;
let servers: readonly InProcess[];
beforeAll(async () => {
  database = await freshDatabase();
  const start = () => startInProcess({ databaseUrl: database.url });
  servers = await Promise.all([start(), start(), start()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.drop();
});

test('BEY-18 three processes follow the chain at once: each block and each credit counts once', async () => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  const { db } = first.deps;
  const sandbox = new Sandbox(first.url);
  const people = await Promise.all(Array.from({ length: 4 }, () => person(first.deps)));
  await Promise.all(
    people.flatMap(({ email }) =>
      Array.from({ length: 5 }, () => sandbox.deposit(email, 'BTC', '0.1', { confirmations: 0 })),
    ),
  );
  const theirs = people.map(({ id }) => id);
  const states = () =>
    db
      .selectFrom('deposits')
      .select(['state', 'confirmations'])
      .where('user_id', 'in', theirs)
      .execute();
  for (const confirmations of [1, 2]) {
    // Each process has its own clock in a test; time passes in all of them.
    for (const { deps } of servers) deps.clock.advance(10_000);
    await Promise.all([...servers, ...servers].map(({ deps }) => stepDeposits(deps)));
    expect(new Set((await states()).map((row) => row.confirmations))).toEqual(
      new Set([confirmations]),
    );
  }
  await Promise.all(servers.map(({ deps }) => creditConfirmed(deps)));
  expect((await states()).every((row) => row.state === 'credited')).toBe(true);
  const balances = await db
    .selectFrom('accounts')
    .select(['kind', 'balance'])
    .where('owner', 'in', theirs)
    .execute();
  for (const { kind, balance } of balances) {
    expect(balance).toBe(kind === 'available' ? '50000000' : '0');
  }
  expect(await violations(db)).toEqual([]);
});

test('D5 a deposit is credited when the sandbox says so, though other processes take what is reported', async () => {
  const [first, ...others] = servers;
  if (!first) throw new Error('no server');
  const { deps } = first;
  const { id, email } = await person(deps);
  let over = false;
  const taking = others.map(async (other) => {
    while (!over) await stepDeposits(other.deps);
  });
  const credited: number[] = [];
  for (let i = 0; i < 30; i++) {
    await new Sandbox(first.url).deposit(email, 'XRP', '1');
    const rows = await deps.db
      .selectFrom('deposits')
      .select('id')
      .where('user_id', '=', id)
      .where('state', '=', 'credited')
      .execute();
    credited.push(rows.length);
  }
  over = true;
  await Promise.all(taking);
  expect(credited).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
});
