import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { exportRegister } from '#core/contract/staff/desk.ts';
import {
  largeTransferLoop,
  registerLarge,
} from '#server/services/checks/monitoring/large-transfers.ts';
import { settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { password, person } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const LARGE = 1_500_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const kopa = world();

const customer = (): Promise<Member> => kopa.customer({ balances: { BTC: '2' } });

/** Sends it, so that it is under way on its network. */
async function send(who: Member, amount: string): Promise<string> {
  const { data } = await who.must(createWithdrawal, {
    amount,
    cryptoAddress: BTC,
    paymentRouteId: 'btc-bitcoin',
    password,
  });
  await settleOutbox(kopa.deps);
  await moveDue(kopa.deps);
  kopa.clock.advance(310_000);
  await moveDue(kopa.deps);
  const { status } = await kopa.db
    .selectFrom('withdrawals')
    .select('status')
    .where('id', '=', data.withdrawal_id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('broadcast');
  return `withdrawal:${data.withdrawal_id}`;
}

const entered = async (userId: string) => {
  const { rows } = await sql<{ id: string }>`select large.id from large_transfers large
    join transfer_values on transfer_values.id = large.id
    where user_id = ${userId}`.execute(kopa.db);
  return rows.map(({ id }) => id).sort();
};

test('KEEP-08 a large withdrawal enters the register once it is sent, with its worth, and officers take it along', async () => {
  await kopa.sandbox.market('BTC', '100000');
  const who = await customer();
  const id = await send(who, '0.3');
  await largeTransferLoop.round(kopa.deps, new AbortController().signal);
  await registerLarge(kopa.deps);
  expect(await entered(who.id)).toEqual([id]);
  const officer = await kopa.officer();
  const { columns, data } = await officer.must(exportRegister, { register: 'large', after: '' });
  expect(data).toHaveLength(1);
  const row = Object.fromEntries(columns.map((column, at) => [column, data[0]?.[at]]));
  expect(row).toMatchObject({
    Transfer: id,
    Customer: who.email,
    Name: 'Test Person',
    Born: '1990-01-01',
    Country: 'AU',
    Direction: 'out',
    Amount: '0.3',
    Currency: 'BTC',
    Network: 'Bitcoin',
    'Other side': BTC,
  });
  expect(Number(row['Worth in EUR'])).toBeGreaterThan(LARGE / 100);
  expect(row['Sum in EUR']).toBe(row['Worth in EUR']);
});

test('KEEP-08 amounts that are split within a day are entered together, and a deposit is another direction', async () => {
  await kopa.sandbox.market('BTC', '100000');
  const who = await customer();
  await kopa.sandbox.deposit(who.email, 'BTC', '0.1');
  const first = await send(who, '0.1');
  await registerLarge(kopa.deps);
  expect(await entered(who.id)).toEqual([]);
  const second = await send(who, '0.1');
  await registerLarge(kopa.deps);
  expect(await entered(who.id)).toEqual([first, second].sort());
});

test('KEEP-08 a large deposit enters the register; without a price it enters once there is one', async () => {
  await kopa.sandbox.market('BTC', '100000');
  const who = await kopa.person();
  await kopa.sandbox.deposit(who.email, 'BTC', '0.5');
  const silent = {
    ...kopa.deps,
    parties: {
      ...kopa.deps.parties,
      market: { ...kopa.deps.parties.market, price: () => Promise.resolve(undefined) },
    },
  };
  await registerLarge(silent);
  expect(await entered(who.id)).toEqual([]);
  await registerLarge(kopa.deps);
  expect(await entered(who.id)).toEqual([expect.stringMatching(/^deposit:/)]);
});

test('KEEP-08 what stands in the register cannot be changed', async () => {
  const { deps } = kopa;
  const who = await person(deps);
  await sql`insert into transfer_values values
    ('deposit:x', ${who.id}, 'in', ${deps.clock.sql}, ${LARGE}, ${deps.clock.sql})`.execute(
    deps.db,
  );
  await registerLarge(deps);
  expect(await entered(who.id)).toEqual(['deposit:x']);
  const changes = [
    sql`update large_transfers set sum_eur_cents = 1`,
    sql`delete from large_transfers`,
    sql`truncate large_transfers`,
    sql`update transfer_values set eur_cents = 1`,
    sql`delete from transfer_values`,
    sql`truncate transfer_values cascade`,
  ];
  for (const change of changes) {
    await expect(change.execute(deps.db)).rejects.toThrow('the register cannot be changed');
  }
});

test('KEEP-08 entered is what adds up to EUR 15,000 in one direction within 24 hours, and nothing else', async () => {
  const { deps } = kopa;
  const moved = fc.record({
    direction: fc.constantFrom('in', 'out'),
    hours: fc.integer({ min: 0, max: 72 }),
    cents: fc.oneof(
      fc.integer({ min: 0, max: LARGE + 1 }),
      fc.constantFrom(LARGE / 2, LARGE / 2 - 1, LARGE - 1, LARGE),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(moved, { minLength: 1, maxLength: 8 }), async (transfers) => {
      const { id: userId } = await person(deps);
      const start = deps.clock.now() - 3 * DAY_MS;
      const rows = transfers.map((one, at) => ({ ...one, id: `deposit:${userId} ${at}` }));
      for (const { id, direction, hours, cents } of rows) {
        const at = new Date(start + hours * HOUR_MS);
        await sql`insert into transfer_values values
          (${id}, ${userId}, ${direction}, ${at}, ${cents}, ${deps.clock.sql})`.execute(deps.db);
      }
      await registerLarge(deps);
      const sumUpTo = (last: (typeof rows)[number]) =>
        rows
          .filter(({ direction }) => direction === last.direction)
          .filter(({ hours }) => hours <= last.hours && hours >= last.hours - 24)
          .reduce((sum, { cents }) => sum + cents, 0);
      const expected = rows.filter((one) =>
        rows.some(
          (last) =>
            last.direction === one.direction &&
            last.hours >= one.hours &&
            last.hours <= one.hours + 24 &&
            sumUpTo(last) >= LARGE,
        ),
      );
      expect(await entered(userId)).toEqual(expected.map(({ id }) => id).sort());
    }),
    { numRuns: 25 },
  );
});
