import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getMonthBalances, getPortfolioHistory } from '#core/contract/wallet/portfolio.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
  // Only an empty database is seeded.
  await seedIfEmpty(server.deps);
});
afterAll(() => server.close());

const lineOf = (credential: Credential, { api } = server) =>
  api.must(getPortfolioHistory, {}, { credential });

const give = (userId: string, asset: 'BTC' | 'AUD', units: bigint, at: number, { deps } = server) =>
  inTransaction(deps.db, (tx) =>
    postJournal(tx, deps.clock, {
      ...{ class: 'manual', kind: 'manual', userId, createdAt: new Date(at) },
      postings: [
        { account: customer(userId, 'available', asset), units },
        { account: house('manual', asset), units: -units },
      ],
    }),
  );

test('INS-01 the demo customer’s line has each day since the first, at the values that statements say', async () => {
  const credential = await server.api.signIn('customer@kopa.test', 'Kopa-demo-2026!');
  const { days, hours, money_id } = await lineOf(credential);
  expect([...hours, ...days].filter(({ value }) => value === undefined)).toEqual([]);
  const { rows } = await sql<{ first: Date }>`
    select min(created_at) as first from postings
    where statement_of = ${credential.user.id}`.execute(server.deps.db);
  const first = rows[0]?.first.getTime() ?? 0;
  expect(Date.parse(days[0]?.at ?? '') - first).toBeLessThanOrEqual(DAY);
  expect(hours).toHaveLength(168);
  for (const [i, { at }] of days.entries()) {
    if (i > 0) expect(Date.parse(at) - Date.parse(days[i - 1]?.at ?? '')).toBe(DAY);
  }
  for (const i of [40, days.length - 20]) {
    const [from, until] = [days[i - 10]?.at ?? '', days[i]?.at ?? ''];
    const month = await server.api.must(getMonthBalances, { from, until }, { credential });
    expect(month.money_id).toBe(money_id);
    const sum = month.closing.reduce(
      (all, { value }) => all + (parseUnits(value ?? '', 2) ?? 0n),
      0n,
    );
    const told = parseUnits(days[i]?.value ?? '', 2) ?? 0n;
    // Each of a statement's values is rounded, the line's sum only once.
    const apart = Number(told - sum);
    expect(Math.abs(apart)).toBeLessThanOrEqual(month.closing.length);
  }
});

test('INS-01 cash is worth what it is from the end of its hour on, on hold too, and nothing before', async () => {
  const who = await person(server.deps, { market: 'AUD' });
  const now = server.deps.clock.now();
  const hour = Math.floor(now / HOUR) * HOUR;
  const [came, more] = [hour - 30 * HOUR + 1, hour - 5 * HOUR - 1];
  await give(who.id, 'AUD', 10_000n, came);
  await give(who.id, 'AUD', 5_000n, more);
  await inTransaction(server.deps.db, (tx) =>
    postJournal(tx, server.deps.clock, {
      ...{ class: 'payment', kind: 'withdrawal', userId: who.id, createdAt: new Date(more) },
      postings: [
        { account: customer(who.id, 'available', 'AUD'), units: -4_000n },
        { account: customer(who.id, 'hold', 'AUD'), units: 4_000n },
      ],
    }),
  );
  const { hours, money_id } = await lineOf(who.credential);
  expect(money_id).toBe('AUD');
  expect(hours[0]).toEqual({ at: new Date(hour - 29 * HOUR).toISOString(), value: '100.00' });
  const at = (time: number) => hours.find((one) => one.at === new Date(time).toISOString())?.value;
  expect(at(hour - 6 * HOUR)).toBe('100.00');
  expect(at(hour - 5 * HOUR)).toBe('150.00');
  expect(hours.at(-1)).toEqual({ at: new Date(hour).toISOString(), value: '150.00' });
});

test('INS-01 where no exchange rate of then is known, the value is unknown and not another', async () => {
  // What is taken away here would be missing in other tests.
  const own = await startInProcess();
  onTestFinished(() => own.close());
  const who = await person(own.deps, { market: 'AUD' });
  const now = own.deps.clock.now();
  await give(who.id, 'BTC', 100_000_000n, now - 60 * DAY, own);
  const known = await lineOf(who.credential, own);
  expect(known.days.length).toBeGreaterThan(58);
  expect(known.days.every(({ value }) => value !== undefined)).toBe(true);
  const day = (back: number) => new Date(now - back * DAY).toISOString().slice(0, 10);
  await sql`delete from exchange_rates where day between ${day(40)} and ${day(20)}`.execute(
    own.deps.db,
  );
  const { days } = await lineOf(who.credential, own);
  const gap = days.filter(({ value }) => value === undefined);
  // Rates are in use for some days when no newer ones come.
  expect(gap.length).toBeGreaterThan(10);
  expect(gap.length).toBeLessThan(20);
  expect(days.filter(({ value }) => value !== undefined)).toEqual(
    expect.arrayContaining(known.days.slice(0, 15)),
  );
});

test('INS-01 who owned nothing has no past, and nobody has another’s', async () => {
  const who = await person(server.deps);
  expect(await lineOf(who.credential)).toMatchObject({ hours: [], days: [] });
});
