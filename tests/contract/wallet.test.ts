import { beforeAll, expect, test } from 'vitest';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { deposit, person } from '#tests/support/in-process.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeAll(async () => {
  await writePin(kopa.db, 'BTC', '100000');
  await writePin(kopa.db, 'USDC', '1');
});

test('WAL-05 every asset has its balance, USD value and market data', async () => {
  const who = await kopa.person({ balances: { BTC: '0.12345678' } });
  const { data, as_of } = await who.must(getWalletList, {});
  expect(data.map((entry) => entry.currency.currency_id)).toEqual(assetCodes);
  expect(data.find((entry) => entry.currency.currency_id === 'BTC')).toMatchObject({
    currency: { precision: 8 },
    free_balance: '0.12345678',
    free_balance_quoted: '12345.67800000',
    hold_balance: '0',
    pending_balance: '0',
    price: '100000',
  });
  for (const entry of data) {
    expect(entry.change_24h).toMatch(/^-?\d+\.\d{2}$/);
    expect(entry.spark.length).toBeGreaterThan(10);
  }
  expect(Math.abs(Date.parse(as_of) - kopa.clock.now())).toBeLessThan(60_000);
});

test('PWA-04 answers say when they were read by the database’s clock, whatever a process’s own says', async () => {
  const { deps } = kopa;
  const { credential } = await person(deps, { balances: { BTC: '1' } });
  const ahead = { ...deps.clock, now: () => deps.clock.now() + 60_000 };
  const other = await withParties({ ...kopa.server, deps: { ...deps, clock: ahead } }, {});
  try {
    for (const endpoint of [getWalletList, getTransactionHistory, listReceiving]) {
      const { as_of } = await other.api.must(endpoint, {}, { credential });
      expect(Date.parse(as_of)).toBeLessThanOrEqual(deps.clock.now());
    }
  } finally {
    await other.close();
  }
});

test('BEY-16 available, held and pending amounts are told apart', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  await inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      class: 'payment',
      kind: 'withdrawal',
      userId: who.id,
      postings: [
        { account: customer(who.id, 'available', 'BTC'), units: -30_000_000n },
        { account: customer(who.id, 'hold', 'BTC'), units: 30_000_000n },
        { account: house('chain', 'USDC'), units: -5_000_000n },
        { account: customer(who.id, 'pending', 'USDC'), units: 5_000_000n },
      ],
    }),
  );
  const { data } = await who.must(getWalletList, {});
  expect(data.find((e) => e.currency.currency_id === 'BTC')).toMatchObject({
    free_balance: '0.7',
    hold_balance: '0.3',
  });
  expect(data.find((e) => e.currency.currency_id === 'USDC')).toMatchObject({
    free_balance: '0',
    pending_balance: '5',
  });
});

test('NET-04 a price has half the spread on each side, in crypto and in fiat', async () => {
  const who = await kopa.person();
  const ask = (base_currency: string, quote_currency: string) =>
    who.call(getCurrencyPrice, { base_currency, quote_currency });
  expect(await ask('BTC', 'USDC')).toMatchObject({
    value: { data: [{ bid: '99875', ask: '100125' }] },
  });
  expect(await ask('BTC', 'USD')).toMatchObject({
    value: { data: [{ bid: '99875', ask: '100125' }] },
  });
  const forex = await kopa.deps.parties.forex.latest();
  const inEuro = await ask('BTC', 'EUR');
  const rate = Number(forex?.rates.EUR);
  expect(inEuro.ok && Number(inEuro.value.data[0]?.ask) / (100_125 * rate)).toBeCloseTo(1, 6);
  for (const [base, quote] of [
    ['EUR', 'BTC'],
    ['BTC', 'XXX'],
    ['BTC', '__proto__'],
  ] as const) {
    expect(await ask(base, quote)).toMatchObject({ refusal: { code: 'PAIR_UNAVAILABLE' } });
  }
});

test('TX-02 the statement is newest first, in UTC, and its pages neither repeat nor skip', async () => {
  const who = await kopa.person();
  for (let i = 1; i <= 25; i++) await deposit(kopa.deps, who.id, 'XRP', String(i));
  const all = await who.must(getTransactionHistory, {});
  const amounts = all.data.map(({ amount }) => Number(amount));
  expect(amounts.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i));
  // Two entries of the same millisecond have no order of their own.
  const moments = all.data.map(({ created_at }) => created_at);
  expect(moments).toEqual(moments.toSorted().reverse());
  expect(amounts[0]).toBeGreaterThan(amounts[24] ?? Infinity);
  expect(all.data[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(all.next).toBeUndefined();
  const paged: string[] = [];
  let after: string | undefined;
  do {
    const page = await who.must(getTransactionHistory, { limit: 7, ...(after && { after }) });
    paged.push(...page.data.map(({ account_transaction_id }) => account_transaction_id));
    after = page.next;
    // An entry that arrives while the customer reads on belongs in front.
    await deposit(kopa.deps, who.id, 'XRP', '99');
  } while (after);
  expect(paged).toEqual(all.data.map(({ account_transaction_id }) => account_transaction_id));
});

test('TX-03 read in pages of any size, an asset has every entry once and every conversion with both legs', async () => {
  const who = await kopa.person({ balances: { SOL: '9' } });
  for (const [sell, buy] of [
    ['SOL', 'XRP'],
    ['XRP', 'SOL'],
    ['SOL', 'ETH'],
    ['BTC', 'XRP'],
  ] as const) {
    await deposit(kopa.deps, who.id, sell, '1');
    await inTransaction(kopa.db, (tx) =>
      postJournal(tx, kopa.clock, {
        class: 'conversion',
        kind: 'swap',
        userId: who.id,
        postings: [
          { account: customer(who.id, 'available', sell), units: -1_000_000n },
          { account: house('inventory', sell), units: 1_000_000n },
          { account: house('inventory', buy), units: -1_000_000n },
          { account: customer(who.id, 'available', buy), units: 1_000_000n },
        ],
      }),
    );
  }
  const whole = await who.must(getTransactionHistory, {});
  const legsOf = (moment: string) =>
    whole.data
      .filter((entry) => entry.created_at === moment && entry.transaction_class === 'conversion')
      .map((entry) => entry.currency_id);
  for (const asset of ['SOL', 'XRP', 'ETH', 'BTC']) {
    const expected = whole.data.filter(
      ({ created_at, currency_id, transaction_class }) =>
        currency_id === asset ||
        (transaction_class === 'conversion' && legsOf(created_at).includes(asset)),
    );
    expect(expected.filter((entry) => entry.transaction_class === 'conversion')).toHaveLength(
      { SOL: 6, XRP: 6, ETH: 2, BTC: 2 }[asset] ?? 0,
    );
    for (const limit of [1, 2, 3]) {
      const paged: typeof whole.data = [];
      let after: string | undefined;
      do {
        const page = await who.must(getTransactionHistory, {
          limit,
          currency_id: asset,
          ...(after && { after }),
        });
        paged.push(...page.data);
        after = page.next;
      } while (after);
      expect(paged).toEqual(expected);
    }
  }
});

test('a statement shows only its customer’s own entries, and only one asset’s if asked', async () => {
  const [one, two] = await Promise.all([
    kopa.person({ balances: { BTC: '1', SOL: '2' } }),
    kopa.person({ balances: { BTC: '3' } }),
  ]);
  const mine = await one.must(getTransactionHistory, { currency_id: 'SOL' });
  expect(mine.data.map(({ currency_id, amount }) => [currency_id, amount])).toEqual([['SOL', '2']]);
  const theirs = await two.must(getTransactionHistory, {});
  expect(theirs.data).toHaveLength(1);
  const bad = await one.call(getTransactionHistory, { after: "1'; drop table users" });
  expect(bad).toMatchObject({ status: 400, refusal: { code: 'MALFORMED' } });
});

test('BEY-23 an asset without a price keeps its amount and has no value, never zero', async () => {
  const who = await kopa.person({ balances: { BTC: '2', ETH: '3' } });
  const { market } = kopa.deps.parties;
  const { tickers } = market;
  const known = await market.tickers();
  const withoutBitcoin = new Map([...known].filter(([code]) => code !== 'BTC'));
  Object.assign(market, { tickers: async () => withoutBitcoin });
  const { data } = await who.must(getWalletList, {});
  Object.assign(market, { tickers });
  const of = (code: string) => data.find(({ currency }) => currency.currency_id === code);
  expect(of('BTC')).toMatchObject({ free_balance: '2', spark: [] });
  expect(of('BTC')).not.toHaveProperty('free_balance_quoted');
  expect(of('BTC')).not.toHaveProperty('price');
  expect(of('ETH')).toMatchObject({ free_balance: '3', price: known.get('ETH')?.usd });
});
