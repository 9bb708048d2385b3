import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { parseUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { registerLarge } from '#server/services/checks/monitoring/large-transfers.ts';
import { endSuspensions } from '#server/services/checks/screening/suspensions.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { newKey } from '#tests/support/api-client.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const CUSTOMERS = 30;
const DAY_MS = 24 * 3_600_000;
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let database: FreshDatabase;
let one: InProcess;
let other: InProcess;
beforeEach(async () => {
  database = await freshDatabase();
  one = await startInProcess({ databaseUrl: database.url });
  other = await startInProcess({ databaseUrl: database.url });
});
afterEach(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

/** Whoever comes first waits for the other. */
function meeting(): () => Promise<void> {
  let first: (() => void) | undefined;
  return () =>
    new Promise((resolve) => {
      if (first) {
        first();
        resolve();
        first = undefined;
      } else first = resolve;
    });
}

/** A server that knows the price of one asset only, and says it when the other one says its own. */
const knowing = ({ deps }: InProcess, code: string, meet: () => Promise<void>): Deps => {
  const { market } = deps.parties;
  const price: typeof market.price = async (asset) => {
    if (asset !== code) return undefined;
    const known = await market.price(asset);
    await meet();
    return known;
  };
  return { ...deps, parties: { ...deps.parties, market: { ...market, price } } };
};

test('KEEP-08 of two servers that each value one of two linked transfers, the later one finds both', async () => {
  const sandbox = new Sandbox(one.url);
  await sandbox.market('ETH', '1000');
  await sandbox.market('XRP', '1');
  const ids: string[] = [];
  for (let i = 0; i < CUSTOMERS; i++) ids.push((await person(one.deps)).id);
  const now = new Date(one.deps.clock.now());
  for (const [currency, amount] of [
    ['ETH', '10'],
    ['XRP', '10000'],
  ] as const) {
    const units = String(parseUnits(amount, storedAsset(currency).scale));
    await sql`insert into deposits (id, user_id, currency, network, units, confirmations,
        confirmations_needed, state, seen_at, ask_at, credited_at)
      select ${currency} || id, id, ${currency}, 'x', ${units}, 1, 1, 'credited', ${now}, ${now},
        ${now}::timestamptz + make_interval(secs => nth)
      from unnest(${ids}::text[]) with ordinality as customers (id, nth)`.execute(one.deps.db);
  }
  const meet = meeting();
  await Promise.all([
    registerLarge(knowing(one, 'ETH', meet)),
    registerLarge(knowing(other, 'XRP', meet)),
  ]);
  const { rows } = await sql<{ rule: string; found: number; both: boolean }>`
    select rule, count(*)::int as found, bool_and(cardinality(transfers) = 2) as both
    from monitoring_hits group by rule`.execute(one.deps.db);
  expect(rows).toEqual([{ rule: 'large', found: CUSTOMERS, both: true }]);
});

test('KEEP-08 of two servers one ends a suspension, and the transfer goes on once', async () => {
  const { deps, api } = one;
  const sandbox = new Sandbox(one.url);
  await sandbox.market('ETH', '2000');
  const who = await person(deps, { balances: { ETH: '10' } });
  await sandbox.kyc(who.email, 'approved');
  const now = new Date(deps.clock.now());
  await sql`insert into transfer_values values
    ('bank:x', ${who.id}, 'in', ${now}, 1200000, ${now})`.execute(deps.db);
  const { data } = await api.must(
    createWithdrawal,
    { amount: '7', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password },
    { credential: who.credential, idempotencyKey: newKey() },
  );
  await sendDue(deps);
  await Promise.all([moveDue(deps), moveDue(other.deps)]);
  const state = async () => {
    const { rows } = await sql`select state, (select count(*)::int from monitoring_hits
        where transfer = screenings.id) as hits, (select count(*)::int from sandbox_transfers
        where sent_at is not null) as sent
      from screenings where id = ${`withdrawal:${data.withdrawal_id}`}`.execute(deps.db);
    return rows;
  };
  for (const server of [one, other]) server.deps.clock.advance(310_000);
  await Promise.all([moveDue(deps), moveDue(other.deps)]);
  expect(await state()).toEqual([{ state: 'match', hits: 1, sent: 0 }]);
  for (const server of [one, other]) server.deps.clock.advance(30 * DAY_MS);
  await Promise.all([endSuspensions(deps), endSuspensions(other.deps)]);
  await Promise.all([moveDue(deps), moveDue(other.deps)]);
  expect(await state()).toEqual([{ state: 'released', hits: 1, sent: 1 }]);
  const { rows } = await sql`select 1 from audit_log where action = 'suspension ended'`.execute(
    deps.db,
  );
  expect(rows).toHaveLength(1);
});
