import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { convertUsd } from '#core/money/price.ts';
import { valueEntries } from '#server/services/records/wallet/entry-values.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

let who: Member;
beforeEach(async () => {
  who = await kopa.person();
  await kopa.sandbox.kyc(who.email, 'approved');
});

const historyOf = async (one: Member) => (await one.must(getTransactionHistory, {})).data;
const deposit = (amount: string) => kopa.sandbox.deposit(who.email, 'ETH', amount);

/** What a whole ETH is worth in the customer's currency now, in cents. */
async function worthNow(currency: string): Promise<number> {
  const { market, forex } = kopa.deps.parties;
  const price = await market.price('ETH');
  const rates = await forex.current();
  const value = convertUsd(price?.usd ?? '', rates?.rates[currency] ?? '');
  if (value === undefined) throw new Error('there is no price');
  return Number(value) / 1e6;
}

test('HARD-16 an entry has the value in its customer’s currency at its time, and keeps it', async () => {
  await deposit('2');
  const [fresh] = await historyOf(who);
  expect(fresh?.value, 'nobody has valued it yet').toBeUndefined();
  await valueEntries(kopa.deps);
  const [valued] = await historyOf(who);
  const { currency_code } = await kopa.db
    .selectFrom('users')
    .select('currency_code')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(valued?.value?.currency_id).toBe(currency_code);
  expect(valued?.value?.amount).toMatch(/^\d+\.\d\d$/);
  const expected = 2 * (await worthNow(currency_code));
  // The market moves on meanwhile; another currency or scale would be far away.
  expect(Math.abs(Number(valued?.value?.amount) * 100 - expected)).toBeLessThan(expected / 500);
  for (const minutes of [1, 10]) {
    kopa.clock.advance(minutes * 60_000);
    await valueEntries(kopa.deps);
    expect(await historyOf(who)).toEqual([valued]);
  }
});

test('HARD-16 both legs of a swap have a value, whichever of two processes writes it down', async () => {
  await deposit('2');
  const wanted = { sourceCurrencyId: 'ETH', targetCurrencyId: 'USDC', sourceCurrencyAmount: '1' };
  const { data } = await who.must(swapCrypto, wanted);
  const confirmed = { conversionQuoteId: data.conversion_quote_id, userId: who.id };
  await who.must(confirmSwap, confirmed);
  await Promise.all([valueEntries(kopa.deps), valueEntries(kopa.deps)]);
  const legs = (await historyOf(who)).filter((one) => one.transaction_class === 'conversion');
  expect(legs).toHaveLength(2);
  const [a, b] = legs.map(({ value }) => Number(value?.amount));
  expect(a).toBeGreaterThan(0);
  // They differ by the spread, no more.
  expect(Math.abs((a ?? 0) / (b ?? 1) - 1)).toBeLessThan(0.05);
});

test('HARD-16 without a price an entry is valued within five minutes or not at all: never at a later price', async () => {
  const { parties } = kopa.deps;
  const silent = { ...parties, market: { ...parties.market, price: async () => undefined } };
  const dark = { ...kopa.deps, parties: silent };
  await deposit('1');
  await valueEntries(dark);
  expect((await historyOf(who))[0]?.value).toBeUndefined();
  kopa.clock.advance(200_000);
  await valueEntries(kopa.deps);
  expect((await historyOf(who))[0]?.value).toBeDefined();
  await deposit('1');
  await valueEntries(dark);
  kopa.clock.advance(301_000);
  await valueEntries(kopa.deps);
  const known = (await historyOf(who)).map(({ value }) => value !== undefined);
  expect(known).toEqual([false, true]);
});

test('entries without a price keep none of the newer ones from their value', async () => {
  const { db, clock } = kopa.deps;
  const at = new Date(clock.now());
  // Of each journal the two lines are each other's, so that no balance changes.
  const journals = (asset: string, count: number, later: number) =>
    sql`
    with made as (
      insert into journals (id, class, kind, user_id, comment, network, sender, recipient,
          payment_method, created_at)
        select ${asset} || ${who.id} || n, 'manual', 'correction', ${who.id}, '', '', '', '', '',
          ${at}::timestamptz + ${later} * interval '1 millisecond'
        from generate_series(1, ${count}::integer) n returning id, created_at
    )
    insert into postings (journal_id, line, account_id, currency, amount, statement_of, created_at)
      select id, line, ${`${who.id}/available/${asset}`}, ${asset}, amount, ${who.id}, created_at
      from made, (values (0, 1000000), (1, -1000000)) as lines (line, amount)`.execute(db);
  await journals('BTC', 260, 0);
  await journals('ETH', 3, 1);
  const { market } = kopa.deps.parties;
  const price: typeof market.price = async (code) =>
    code === 'BTC' ? undefined : market.price(code);
  const parties = { ...kopa.deps.parties, market: { ...market, price } };
  await valueEntries({ ...kopa.deps, parties });
  const { rows } = await sql<{ asset: string; count: number }>`
    select postings.currency as asset, count(*)::integer as count from entry_values
    join postings using (journal_id, line) where statement_of = ${who.id} group by 1`.execute(db);
  expect(rows).toEqual([{ asset: 'ETH', count: 6 }]);
});
