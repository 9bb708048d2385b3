import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getTaxJournals } from '#core/contract/wallet/gains.ts';
import { getMonthBalances } from '#core/contract/wallet/portfolio.ts';
import { keptOf } from '#core/money/cash.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { monthStatement, type OwnedThen } from '#core/statement/month-statement.ts';
import { readTaxJournal } from '#core/statement/tax-journal.ts';
import { type Month, monthOf, pastMonths } from '#core/time/month.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { keepPast } from '#server/services/records/portfolio/keep-past.ts';
import { readMonth } from '#server/services/records/portfolio/month.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { sharedWorld } from '#tests/support/world.ts';

const MINUTE = 60_000;
const zone = 'Australia/Sydney';

const kopa = sharedWorld();
beforeAll(async () => {
  // Only an empty database is seeded.
  await seedIfEmpty(kopa.deps);
});

const spanOf = ({ from, to }: Pick<Month, 'from' | 'to'>) => ({
  from: new Date(from).toISOString(),
  until: new Date(to).toISOString(),
});

const balancesOf = (credential: Credential, month: Pick<Month, 'from' | 'to'>) =>
  kopa.api.must(getMonthBalances, spanOf(month), { credential });

/** A statement, put together from what a page is told. */
async function statementOf(credential: Credential, month: Month) {
  const ends = await balancesOf(credential, month);
  const { from, until } = spanOf(month);
  const { data } = await kopa.api.must(getTaxJournals, { from, before: until }, { credential });
  const owned = (told: typeof ends.opening): OwnedThen[] =>
    told.map(({ currency_id, amount, price, value }) => ({
      ...{
        asset: currency_id,
        price,
        value: value === undefined ? undefined : parseUnits(value, 2),
      },
      units: parseUnits(amount, storedKept(currency_id).scale) ?? -1n,
    }));
  const statement = monthStatement(
    owned(ends.opening),
    data.map((told) => {
      const read = readTaxJournal(told);
      if (!read) throw new Error(`unreadable: ${JSON.stringify(told)}`);
      return read;
    }),
    owned(ends.closing),
  );
  return { ends, statement };
}

const demo = () => kopa.api.signIn('customer@kopa.test', 'Kopa-demo-2026!');

/** Gives a customer something at a moment of the past. */
const give = (userId: string, asset: 'BTC' | 'AUD', units: bigint, at: string) =>
  inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      ...{ class: 'manual', kind: 'manual', userId, createdAt: new Date(at) },
      postings: [
        { account: customer(userId, 'available', asset), units },
        { account: house('manual', asset), units: -units },
      ],
    }),
  );

test('INS-05 the demo customer’s months follow each other without a gap, and end in what is owned', async () => {
  const credential = await demo();
  const now = kopa.clock.now();
  const months = pastMonths(now, 14, zone).toReversed();
  let movements = 0;
  let last: readonly unknown[] = [];
  for (const month of months) {
    const { ends, statement } = await statementOf(credential, month);
    expect(statement, month.key).toBeDefined();
    expect(ends.opening, month.key).toEqual(last);
    for (const { value } of [...ends.opening, ...ends.closing]) expect(value).toMatch(/\.\d\d$/);
    movements += statement?.movements.length ?? 0;
    last = ends.closing;
  }
  expect(movements).toBeGreaterThan(50);
  // What happened since the last month's end leads to the balances of now.
  const [lastMonth] = pastMonths(now, 1, zone);
  const from = new Date(lastMonth?.to ?? 0).toISOString();
  const { data } = await kopa.api.must(getTaxJournals, { from }, { credential });
  const closing = (await balancesOf(credential, lastMonth ?? { from: 0, to: 0 })).closing;
  const balances = await readBalances(kopa.db, credential.user.id);
  for (const code of assetCodes) {
    const { available = 0n, hold = 0n } = balances.get(code) ?? {};
    const owned = closing.find(({ currency_id }) => currency_id === code)?.amount ?? '0';
    const since = data
      .flatMap(({ legs }) => legs)
      .filter(({ currency_id }) => currency_id === code)
      .map(({ amount }) => {
        const units = parseUnits(amount.replace('-', ''), keptOf(code).scale) ?? 0n;
        return amount.startsWith('-') ? -units : units;
      });
    const sum = since.reduce(
      (all, units) => all + units,
      parseUnits(owned, keptOf(code).scale) ?? 0n,
    );
    expect(sum, code).toBe(available + hold);
  }
});

test('INS-05 the same month is answered with the same balances, prices and values, whenever it is asked', async () => {
  const credential = await demo();
  const months = pastMonths(kopa.clock.now(), 6, zone);
  const asked = () => Promise.all(months.map((month) => statementOf(credential, month)));
  const told = async () =>
    (await asked()).map(({ ends: { as_of: _, ...rest }, statement }) => ({ ...rest, statement }));
  const first = await told();
  // Today's prices are other ones by then, and what today's are is kept.
  await kopa.deps.parties.market.candles('BTC', 'all');
  await keepPast(kopa.deps);
  expect(await told()).toEqual(first);
  expect(first.every(({ opening }) => opening.every(({ price }) => price !== undefined))).toBe(
    true,
  );
});

test('INS-05 what happens at midnight belongs to the month that begins with it, in the customer’s zone', async () => {
  const who = await kopa.person({ market: 'AUD' });
  const [month] = pastMonths(kopa.clock.now(), 1, zone);
  const { from, to } = month ?? { from: 0, to: 0 };
  await give(who.id, 'BTC', 100n, new Date(from - 1).toISOString());
  await give(who.id, 'BTC', 20n, new Date(from).toISOString());
  await give(who.id, 'BTC', 3n, new Date(to - 1).toISOString());
  await give(who.id, 'BTC', 4_000n, new Date(to).toISOString());
  const { ends, statement } = await statementOf(who.credential, month ?? monthOf(2026, 0, zone));
  expect(ends.opening).toMatchObject([{ currency_id: 'BTC', amount: '0.000001' }]);
  expect(ends.closing).toMatchObject([{ currency_id: 'BTC', amount: '0.00000123' }]);
  expect(statement?.movements.map(({ units }) => units)).toEqual([20n, 3n]);
});

test('INS-05 what is on hold is owned, and cash has the value that it is', async () => {
  const who = await kopa.person({ market: 'AUD' });
  const [month] = pastMonths(kopa.clock.now(), 1, zone);
  const { to } = month ?? { to: 0 };
  const at = new Date(to - MINUTE);
  await give(who.id, 'BTC', 100_000_000n, at.toISOString());
  await give(who.id, 'AUD', 12_345n, at.toISOString());
  await inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      ...{ class: 'payment', kind: 'withdrawal', userId: who.id, createdAt: at },
      postings: [
        { account: customer(who.id, 'available', 'BTC'), units: -40_000_000n },
        { account: customer(who.id, 'hold', 'BTC'), units: 40_000_000n },
      ],
    }),
  );
  const { ends, statement } = await statementOf(who.credential, month ?? monthOf(2026, 0, zone));
  expect(ends.closing).toMatchObject([
    { currency_id: 'AUD', amount: '123.45', price: '1', value: '123.45' },
    { currency_id: 'BTC', amount: '1' },
  ]);
  const [, btc] = ends.closing;
  // A whole one is worth what its price says, to the cent.
  expect(Math.abs(Number(btc?.value) - Number(btc?.price))).toBeLessThan(0.01);
  expect(statement?.byAsset).toHaveLength(2);
});

test('INS-05 where nobody knows a price of then, the value is unknown and the balance is not', async () => {
  const who = await kopa.person({ market: 'AUD' });
  await give(who.id, 'BTC', 100n, '2015-02-10T00:00:00Z');
  const { opening, closing } = await balancesOf(who.credential, monthOf(2015, 1, zone));
  expect(opening).toEqual([]);
  expect(closing).toEqual([{ currency_id: 'BTC', amount: '0.000001' }]);
});

test('INS-05 a month is refused until ten minutes after its end, and where it ends before it begins', async () => {
  const who = await kopa.person();
  const now = kopa.clock.now();
  const ask = (from: number, to: number) => who.call(getMonthBalances, spanOf({ from, to }));
  expect(await ask(now - 60 * MINUTE, now - 9 * MINUTE)).toMatchObject({
    ...{ ok: false, refusal: { code: 'INVALID_INPUT' } },
  });
  expect(await ask(now - 60 * MINUTE, now - 11 * MINUTE)).toMatchObject({ ok: true });
  expect(await ask(now - 60 * MINUTE, now - 60 * MINUTE)).toMatchObject({
    ...{ ok: false, refusal: { code: 'INVALID_INPUT' } },
  });
});

test('INS-05 while the market does not say what a recent day’s price was, there is no statement with less in it', async () => {
  const who = await kopa.person({ market: 'AUD' });
  const now = kopa.clock.now();
  const [month] = pastMonths(now, 1, zone);
  const { from, to } = month ?? { from: 0, to: 0 };
  await give(who.id, 'BTC', 100n, new Date(from).toISOString());
  await sql`delete from market_candles`.execute(kopa.db);
  const { parties } = kopa.deps;
  const silent = { ...parties, market: { ...parties.market, candles: async () => undefined } };
  const customer = { userId: who.id, market: 'AUD' };
  const refused = await readMonth({ ...kopa.deps, parties: silent }, customer, {
    from,
    until: to,
  });
  expect(refused).toMatchObject({ refusal: { code: 'UNAVAILABLE' } });
  expect(await readMonth(kopa.deps, customer, { from, until: to })).toMatchObject({
    closing: [{ value: expect.stringMatching(/^\d+\.\d\d$/) }],
  });
});

test('INS-05 each day’s rates and prices are kept, once, also when nobody looks', async () => {
  const { db, parties, clock } = kopa.deps;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const today = { ...(await parties.forex.latest()), date: day(clock.now() + 5 * 86_400_000) };
  const forex = (rate: string) => ({
    ...parties.forex,
    latest: async () => ({
      base: 'USD' as const,
      date: today.date,
      rates: { AUD: rate },
      at: new Date(),
    }),
  });
  await keepPast({ ...kopa.deps, parties: { ...parties, forex: forex('1.5') } });
  await keepPast({ ...kopa.deps, parties: { ...parties, forex: forex('1.7') } });
  expect(await parties.forex.past(today.date, today.date)).toEqual([
    { base: 'USD', date: today.date, rates: { AUD: '1.5' } },
  ]);
  const kept = await sql<{ asset: string }>`
    select distinct asset from market_candles`.execute(db);
  expect(kept.rows).toHaveLength(assetCodes.length);
});
