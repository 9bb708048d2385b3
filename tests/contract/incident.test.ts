import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { incidentIn } from '#server/services/staff/admin/incident.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { world } from '#tests/support/world.ts';

const HOUR_MS = 3_600_000;
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

// One for each: what waits anywhere counts.
const kopa = world({ booksByHand: true });

const hours = (from: number, to: number) => ({
  from: new Date(Date.now() + from * HOUR_MS),
  to: new Date(Date.now() + to * HOUR_MS),
});

const find = async (stretch: ReturnType<typeof hours>, what: RegExp) => {
  const { touched } = await incidentIn(kopa.db, stretch);
  const found = touched.find((one) => what.test(one.what));
  if (!found) throw new Error(`no kind like ${what}`);
  return found;
};

test('OPS-09 an outage is told by its customers, operations, sums and length, and nothing outside of it', async () => {
  const { api, deps } = kopa;
  const ann = await kopa.person({ balances: { ETH: '2' } });
  const bob = await kopa.person({ balances: { ETH: '3', BTC: '0.1' } });
  for (const { email } of [ann, bob]) await kopa.sandbox.kyc(email, 'approved');
  const withdraw = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  for (const { credential } of [ann, bob]) {
    await api.must(createWithdrawal, withdraw, { credential, idempotencyKey: newKey() });
  }
  await kopa.sandbox.deposit(bob.email, 'SOL', '4', { confirmations: 0 });
  // A swap of which the answer never came, and which had not happened when its owner asked.
  const asked = { idempotencyKey: newKey(), operation: confirmSwap.path };
  await ann.must(getOperationOutcome, asked);

  const around = hours(-1, 1);
  expect(await incidentIn(deps.db, around)).toMatchObject({ customers: 2 });
  expect(await find(around, /came to nothing/)).toMatchObject({ customers: 1, operations: 1 });
  expect(await find(around, /waited to be sent/)).toMatchObject({
    customers: 2,
    operations: 2,
    sums: { ETH: '1' },
    longestSeconds: expect.any(Number),
  });
  expect(await find(around, /seen and not yet credited/)).toMatchObject({
    customers: 1,
    operations: 1,
    sums: { SOL: '4' },
  });
  const written = await find(around, /entries written/);
  expect(written).toMatchObject({ customers: 2, sums: { BTC: '0.1' } });

  // Before all of it there is nothing; what still waits touches every later stretch, too.
  const before = await incidentIn(deps.db, hours(-3, -2));
  expect(before.customers).toBe(0);
  expect(before.touched.filter(({ operations }) => operations > 0)).toEqual([]);
  expect(before.quietSeconds).toBe(3600);
  expect(await find(hours(1, 2), /waited to be sent/)).toMatchObject({ operations: 2 });
  expect(await find(hours(1, 2), /entries written/)).toMatchObject({ operations: 0, sums: {} });
});

test('OPS-09 a card payment counts from when it was made until it was credited', async () => {
  const { deps } = kopa;
  const { id: user_id } = await kopa.person();
  const add = (id: string, status: string, recorded: string | null) =>
    sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
        usdc_rate, token, status, created_at, paid_at, recorded_at, next_check_at)
      values (${id}, ${user_id}, '100', 'AUD', 1, 'BTC', '60', '1.5', ${id}, ${status},
        now() - interval '50 hours', now() - interval '49 hours', ${recorded}::timestamptz, now())`.execute(
      deps.db,
    );
  const at = (hour: number): string => new Date(Date.now() + hour * HOUR_MS).toISOString();
  await add('00000000-0000-4000-8000-000000000001', 'success', at(-47));
  await add('00000000-0000-4000-8000-000000000002', 'pending', null);
  expect(await find(hours(-48.5, -48), /card payments/)).toMatchObject({
    customers: 1,
    operations: 2,
    sums: { AUD: '200' },
    longestSeconds: 49 * 3600,
  });
  expect(await find(hours(-40, -39), /card payments/)).toMatchObject({ operations: 1 });
  expect(await find(hours(-50, -49.5), /card payments/)).toMatchObject({ operations: 0 });
});

test('HARD-83 cash, bank transfers, recurring buys and held transfers are told in whole units, and what did not wait is not', async () => {
  const { deps } = kopa;
  const { id: user_id } = await kopa.person({ market: 'AUD', balances: { AUD: '1000' } });
  const at = (hour: number): Date => new Date(Date.now() + hour * HOUR_MS);
  const ids = (number: number): string =>
    `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const payout = (id: number, units: string, sent: Date | null) =>
    sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
        address, tag, status, created_at, cancellable_until, due_at, broadcast_at, sending)
      values (${ids(id)}, ${user_id}, 'aud-bank-transfer', 'AUD', ${units}, 1, 1, 'x', '',
        ${sent ? 'broadcast' : 'requested'}, ${at(-5)}, ${at(-5)}, ${at(-5)}, ${sent}, false)`.execute(
      deps.db,
    );
  await payout(20, '50050', null);
  await payout(21, '100', at(-4.5));
  await payout(22, '9999', new Date(at(-5).getTime() + 5_000));
  const holdsOf = async (table: 'screenings' | 'travel_rule', id: number, state: string) =>
    sql`insert into ${sql.table(table)} (id, subject, reference, user_id, state, asked_at, answered_at)
      values (${`withdrawal:${ids(id)}`}, 'withdrawal', ${ids(id)}, ${user_id}, ${state}, ${at(-5)},
        ${new Date(at(-5).getTime() + 1_000)})`.execute(deps.db);
  await holdsOf('screenings', 20, 'match');
  await holdsOf('screenings', 21, 'clear');
  await holdsOf('travel_rule', 21, 'due');
  await holdsOf('travel_rule', 22, 'due');
  await sql`update travel_rule set state = 'done', owner = 'customer' where reference = ${ids(22)}`.execute(
    deps.db,
  );
  const transfer = (id: number, state: string, amount: string, seen: Date, ended: Date | null) =>
    sql`insert into bank_transfers
        (id, external_id, user_id, currency, amount, payer, reference, state, reason, seen_at, ask_at, ended_at)
      values (${ids(id)}, ${ids(id)}, ${user_id}, 'AUD', ${amount}, 'Test Customer', '', ${state}, '',
        ${seen}, ${seen}, ${ended})`.execute(deps.db);
  await transfer(1, 'credited', '10.50', at(-5), new Date(at(-5).getTime() + 1_000));
  await transfer(2, 'credited', '20.50', at(-5), at(-4));
  await transfer(3, 'pending', '30.00', at(-5), null);
  await transfer(4, 'aside', 'much', at(-5), null);
  await transfer(5, 'returned', '40.00', at(-5), at(-4));
  await transfer(6, 'returning', '2.00', at(-5), null);
  await transfer(7, 'recalled', '50.00', at(-9), at(-4.5));
  await transfer(8, 'recalled', '60.00', at(-9), at(-2));
  await sql`insert into recurring_buys (id, user_id, asset, cash, units, every, first_on, next_on,
      most_spread_bps, state, created_at, due_at)
    values ('buy', ${user_id}, 'BTC', 'AUD', 12345, 'weekly', '2026-01-01', '2026-01-08', 50, 'active',
      ${at(-90)}, ${at(90)})`.execute(deps.db);
  for (const [day, outcome] of [
    ['2026-01-01', 'missed'],
    ['2026-01-02', 'bought'],
    ['2026-01-03', 'skipped'],
  ]) {
    await sql`insert into recurring_runs (buy_id, day, outcome, created_at)
      values ('buy', ${day}, ${outcome}, ${at(-4.5)})`.execute(deps.db);
  }
  const around = hours(-5.5, -4.2);
  expect(await find(around, /payouts of cash/)).toMatchObject({
    operations: 2,
    sums: { AUD: '501.5' },
  });
  expect(await find(around, /withdrawals that waited/)).toMatchObject({ operations: 0 });
  expect(await find(around, /held by screening/)).toMatchObject({
    operations: 1,
    sums: { AUD: '500.5' },
  });
  expect(await find(around, /Travel Rule/)).toMatchObject({ operations: 1, sums: { AUD: '1' } });
  expect(await find(around, /bank transfers seen/)).toMatchObject({
    operations: 3,
    customers: 1,
    sums: { AUD: '50.50' },
  });
  expect(await find(around, /given back to their payers/)).toMatchObject({
    operations: 2,
    sums: { AUD: '42.00' },
  });
  expect(await find(around, /taken back by/)).toMatchObject({
    operations: 1,
    sums: { AUD: '50.00' },
  });
  expect(await find(around, /recurring buys/)).toMatchObject({
    operations: 1,
    sums: { AUD: '123.45' },
  });
  expect(await find(hours(-1, 1), /entries written/)).toMatchObject({ sums: { AUD: '1000' } });
});
