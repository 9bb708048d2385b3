import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { deposit, type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { withParties } from '#tests/support/with-parties.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
  await writePin(server.deps.db, 'BTC', '100000');
  await writePin(server.deps.db, 'USDC', '1');
});
afterAll(() => server.close());

test('WAL-05 every asset has its balance, USD value and market data', async () => {
  const { credential } = await person(server.deps, { balances: { BTC: '0.12345678' } });
  const { data, as_of } = await server.api.must(getWalletList, {}, { credential });
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
  expect(Math.abs(Date.parse(as_of) - server.deps.clock.now())).toBeLessThan(60_000);
});

test('PWA-04 answers say when they were read by the database’s clock, whatever a process’s own says', async () => {
  const { deps } = server;
  const { credential } = await person(deps, { balances: { BTC: '1' } });
  const ahead = { ...deps.clock, now: () => deps.clock.now() + 60_000 };
  const other = await withParties({ ...server, deps: { ...deps, clock: ahead } }, {});
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
  const { id, credential } = await person(server.deps, { balances: { BTC: '1' } });
  await inTransaction(server.deps.db, (tx) =>
    postJournal(tx, server.deps.clock, {
      class: 'payment',
      kind: 'withdrawal',
      userId: id,
      postings: [
        { account: customer(id, 'available', 'BTC'), units: -30_000_000n },
        { account: customer(id, 'hold', 'BTC'), units: 30_000_000n },
        { account: house('chain', 'USDC'), units: -5_000_000n },
        { account: customer(id, 'pending', 'USDC'), units: 5_000_000n },
      ],
    }),
  );
  const { data } = await server.api.must(getWalletList, {}, { credential });
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
  const { credential } = await person(server.deps);
  const ask = (base_currency: string, quote_currency: string) =>
    server.api.call(getCurrencyPrice, { base_currency, quote_currency }, { credential });
  expect(await ask('BTC', 'USDC')).toMatchObject({
    value: { data: [{ bid: '99875', ask: '100125' }] },
  });
  expect(await ask('BTC', 'USD')).toMatchObject({
    value: { data: [{ bid: '99875', ask: '100125' }] },
  });
  const forex = await server.deps.parties.forex.latest();
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
  const { id, credential } = await person(server.deps);
  for (let i = 1; i <= 25; i++) await deposit(server.deps, id, 'XRP', String(i));
  const all = await server.api.must(getTransactionHistory, {}, { credential });
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
    const page = await server.api.must(
      getTransactionHistory,
      { limit: 7, ...(after && { after }) },
      { credential },
    );
    paged.push(...page.data.map(({ account_transaction_id }) => account_transaction_id));
    after = page.next;
    // An entry that arrives while the customer reads on belongs in front.
    await deposit(server.deps, id, 'XRP', '99');
  } while (after);
  expect(paged).toEqual(all.data.map(({ account_transaction_id }) => account_transaction_id));
});

test('TX-03 read in pages of any size, an asset has every entry once and every conversion with both legs', async () => {
  const { id, credential } = await person(server.deps, { balances: { SOL: '9' } });
  for (const [sell, buy] of [
    ['SOL', 'XRP'],
    ['XRP', 'SOL'],
    ['SOL', 'ETH'],
    ['BTC', 'XRP'],
  ] as const) {
    await deposit(server.deps, id, sell, '1');
    await inTransaction(server.deps.db, (tx) =>
      postJournal(tx, server.deps.clock, {
        class: 'conversion',
        kind: 'swap',
        userId: id,
        postings: [
          { account: customer(id, 'available', sell), units: -1_000_000n },
          { account: house('inventory', sell), units: 1_000_000n },
          { account: house('inventory', buy), units: -1_000_000n },
          { account: customer(id, 'available', buy), units: 1_000_000n },
        ],
      }),
    );
  }
  const whole = await server.api.must(getTransactionHistory, {}, { credential });
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
        const page = await server.api.must(
          getTransactionHistory,
          { limit, currency_id: asset, ...(after && { after }) },
          { credential },
        );
        paged.push(...page.data);
        after = page.next;
      } while (after);
      expect(paged).toEqual(expected);
    }
  }
});

test('a statement shows only its customer’s own entries, and only one asset’s if asked', async () => {
  const [one, two] = await Promise.all([
    person(server.deps, { balances: { BTC: '1', SOL: '2' } }),
    person(server.deps, { balances: { BTC: '3' } }),
  ]);
  const mine = await server.api.must(
    getTransactionHistory,
    { currency_id: 'SOL' },
    { credential: one.credential },
  );
  expect(mine.data.map(({ currency_id, amount }) => [currency_id, amount])).toEqual([['SOL', '2']]);
  const theirs = await server.api.must(getTransactionHistory, {}, { credential: two.credential });
  expect(theirs.data).toHaveLength(1);
  const bad = await server.api.call(
    getTransactionHistory,
    { after: "1'; drop table users" },
    { credential: one.credential },
  );
  expect(bad).toMatchObject({ status: 400, refusal: { code: 'MALFORMED' } });
});

test('BEY-23 an asset without a price keeps its amount and has no value, never zero', async () => {
  const { credential } = await person(server.deps, { balances: { BTC: '2', ETH: '3' } });
  const { market } = server.deps.parties;
  const { tickers } = market;
  const known = await market.tickers();
  const withoutBitcoin = new Map([...known].filter(([code]) => code !== 'BTC'));
  Object.assign(market, { tickers: async () => withoutBitcoin });
  const { data } = await server.api.must(getWalletList, {}, { credential });
  Object.assign(market, { tickers });
  const of = (code: string) => data.find(({ currency }) => currency.currency_id === code);
  expect(of('BTC')).toMatchObject({ free_balance: '2', spark: [] });
  expect(of('BTC')).not.toHaveProperty('free_balance_quoted');
  expect(of('BTC')).not.toHaveProperty('price');
  expect(of('ETH')).toMatchObject({ free_balance: '3', price: known.get('ETH')?.usd });
});
