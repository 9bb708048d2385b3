import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { confirmSwap } from '#core/contract/swap.ts';
import { createWithdrawal } from '#core/contract/withdrawal.ts';
import { incidentIn } from '#server/services/admin/incident.ts';
import { newKey } from '#tests/support/api-client.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const HOUR_MS = 3_600_000;
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let server: InProcess;
let sandbox: Sandbox;
// One for each: what waits anywhere counts.
beforeEach(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterEach(() => server.close());

const hours = (from: number, to: number) => ({
  from: new Date(Date.now() + from * HOUR_MS),
  to: new Date(Date.now() + to * HOUR_MS),
});

const find = async (stretch: ReturnType<typeof hours>, what: RegExp) => {
  const { touched } = await incidentIn(server.deps.db, stretch);
  const found = touched.find((one) => what.test(one.what));
  if (!found) throw new Error(`no kind like ${what}`);
  return found;
};

test('OPS-09 an outage is told by its customers, operations, sums and length, and nothing outside of it', async () => {
  const { api, deps } = server;
  const ann = await person(deps, { balances: { ETH: '2' } });
  const bob = await person(deps, { balances: { ETH: '3', BTC: '0.1' } });
  for (const { email } of [ann, bob]) await sandbox.kyc(email, 'approved');
  const withdraw = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  for (const { credential } of [ann, bob]) {
    await api.must(createWithdrawal, withdraw, { credential, idempotencyKey: newKey() });
  }
  await sandbox.deposit(bob.email, 'SOL', '4', { confirmations: 0 });
  // A swap of which the answer never came, and which had not happened when its owner asked.
  const asked = { idempotencyKey: newKey(), operation: confirmSwap.path };
  await api.must(getOperationOutcome, asked, { credential: ann.credential });

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
  expect(before.touched.map(({ operations }) => operations)).toEqual([0, 0, 0, 0, 0]);
  expect(before.quietSeconds).toBe(3600);
  expect(await find(hours(1, 2), /waited to be sent/)).toMatchObject({ operations: 2 });
  expect(await find(hours(1, 2), /entries written/)).toMatchObject({ operations: 0, sums: {} });
});

test('OPS-09 a card payment counts from when it was made until it was credited', async () => {
  const { deps } = server;
  const { id: user_id } = await person(deps);
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
