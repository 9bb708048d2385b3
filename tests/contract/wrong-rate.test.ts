import { afterEach, beforeEach, expect, test } from 'vitest';
import { forexPath } from '#core/contract/market/forex.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { conditions } from '#server/platform/conditions.ts';
import { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import { eurCentsOf } from '#server/services/exchange/offers/eur-worth.ts';
import { watchPrices } from '#server/services/operation/watch/watch.ts';
import { keepPast } from '#server/services/records/portfolio/keep-past.ts';
import {
  closeTrading,
  confirmPrice,
  listClosed,
  openTrading,
} from '#server/services/staff/admin/trading.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { newKey } from '#tests/support/api-client.ts';
import {
  type InProcess,
  later,
  type Person,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';

/** A service of exchange rates of the real adapter that says a wrong one, or an old one. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The real adapter asks again after this long. */
const POLL = 5 * MINUTE + 1_000;
const SANDBOX =
  'market,geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule';

let server: InProcess;
let real: InProcess;
let provider: Provider;
let base: string;
let others: InProcess[];
/** Per USD. */
let rates: { EUR: number; AUD: number };
/** The other source\'s. */
let second: { EUR: number; AUD: number };
let madeAt: number | undefined;

const start = (env: Record<string, string> = {}) =>
  withParties(server, { SANDBOX, FOREX_URL: `${base}/rates`, ...env });

beforeEach(async () => {
  server = await startInProcess();
  others = [];
  rates = { EUR: 0.96, AUD: 1.53 };
  second = { ...rates };
  madeAt = undefined;
  provider = new Provider(({ path }) => {
    const now = server.deps.clock.now();
    return JSON.stringify({
      base: 'USD',
      timestamp: Math.floor((madeAt ?? now) / 1000),
      date: new Date(madeAt ?? now).toISOString().slice(0, 10),
      rates: path.startsWith('/second') ? second : rates,
    });
  });
  base = await provider.start();
  real = await start();
  await real.deps.parties.forex.current();
});
afterEach(async () => {
  expect(await violations(server.deps.db)).toEqual([]);
  for (const each of [real, ...others]) await each.close();
  await server.close();
  await provider.stop();
});

/** The service says so, and the next question finds it said. */
function say(aud: number, after = POLL): void {
  rates.AUD = aud;
  server.deps.clock.advance(after);
}

/** Sessions do not live as long as rates: each call signs in anew. */
const signedIn = async (who: Person) => (await later(server, who, 0)).credential;

const quote = async (who: Person, source: string, target: string, amount: string, by = real) =>
  by.api.call(
    swapCrypto,
    { sourceCurrencyId: source, targetCurrencyId: target, sourceCurrencyAmount: amount },
    { credential: await signedIn(who) },
  );

const confirm = async (who: Person, conversionQuoteId: string, by = real) =>
  by.api.call(
    confirmSwap,
    { conversionQuoteId, userId: who.id },
    { credential: await signedIn(who), idempotencyKey: newKey() },
  );

const paused = {
  ok: false,
  status: 422,
  refusal: { code: 'PAIR_UNAVAILABLE', message: expect.stringMatching(/paused until .*confirmed/) },
};

async function look({ deps }: InProcess): Promise<readonly string[]> {
  const events: string[] = [];
  const write = (event: string): void => void events.push(event);
  await watchPrices(deps, conditions({ info: write, warn: write, error: write }));
  return events;
}

const alarms = (): readonly string[] =>
  server.log.flatMap((line) => {
    const { level, event, currency } = JSON.parse(line) as Record<string, string>;
    return level === 'error' ? [`${event} ${currency}`] : [];
  });

const operator = { actor: 'operator test' } as const;
const aussie = () =>
  person(server.deps, { market: 'AUD', balances: { AUD: '100000', USDC: '100000', BTC: '1' } });

/** The age of the rate in use, as Prometheus reads it. */
async function gaugeOf({ deps }: InProcess, currency: string): Promise<string | undefined> {
  const text = await createMetrics({
    deps,
    told: conditions(deps.log),
    poolUse: () => undefined,
    version: '',
    build: '',
  }).text();
  return new RegExp(`kopa_rate_age_seconds\\{currency="${currency}"\\} (\\S+)`).exec(text)?.[1];
}

/** Everything that uses an exchange rate: what it says of a currency, or undefined where it has none. */
const uses = {
  'a quote with cash': async (who: Person) => {
    const answer = await quote(who, 'AUD', 'USDC', '1000');
    return answer.ok ? answer.value.data.target_currency_amount : undefined;
  },
  'a quote for cash': async (who: Person) => {
    const answer = await quote(who, 'BTC', 'AUD', '0.1');
    return answer.ok ? answer.value.data.target_currency_amount : undefined;
  },
  'the price of a card purchase': async (who: Person) => {
    const request = { base_currency: 'BTC', quote_currency: 'AUD' };
    const answer = await real.api.call(getCurrencyPrice, request, {
      credential: await signedIn(who),
    });
    return answer.ok ? answer.value.data[0]?.ask : undefined;
  },
  'the limit of payouts': async () => (await cashPrices(real.deps)).get('AUD'),
  'thresholds in EUR': () => eurCentsOf(real.deps, 'AUD', 100_000n),
  'the wallet': async (who: Person) =>
    (await real.api.must(getWalletList, {}, { credential: await signedIn(who) })).cash[0]?.price,
  'the rates of pages': async () => {
    const answer = (await (await fetch(`${real.url}${forexPath}`)).json()) as {
      rates: Record<string, string>;
    };
    return answer.rates.AUD;
  },
  'alerts and recurring buys': async () => (await real.deps.parties.forex.current())?.rates.AUD,
  'what is kept of a day': async () => {
    server.deps.clock.advance(24 * HOUR);
    await keepPast(real.deps);
    const day = new Date(server.deps.clock.now()).toISOString().slice(0, 10);
    return (await real.deps.parties.forex.past(day, day))[0]?.rates.AUD;
  },
} as const satisfies Record<string, (who: Person) => Promise<unknown>>;

const matrix = Object.entries(uses).flatMap(([name, use]) =>
  ([0.153, 15.3, 1.2] as const).map((wrong) => [name, wrong, use] as const),
);

test.each(matrix)(
  'HARD-49 %s has no use for a rate of %d said in place of 1.53',
  async (_, wrong, use) => {
    const who = await aussie();
    // Each has a value while the rate is right.
    expect(await use(who)).toBeDefined();
    say(wrong);
    expect(await use(who)).toBeUndefined();
  },
);

test('HARD-49 1.53 said as 0.153 sells nothing, alarms once, and ends with the next right rate; EUR goes on', async () => {
  const who = await aussie();
  const european = await person(server.deps, { market: 'EUR', balances: { EUR: '1000' } });
  say(0.153);
  for (let polls = 0; polls < 6; polls += 1) {
    expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject(paused);
    expect(await quote(who, 'USDC', 'AUD', '1000')).toMatchObject(paused);
    server.deps.clock.advance(POLL);
  }
  expect(alarms()).toEqual(['exchange rate outside its band AUD']);
  expect(await look(real)).toEqual(['closed by an exchange rate outside its band']);
  expect(await gaugeOf(real, 'AUD')).toBe('+Inf');
  expect(Number(await gaugeOf(real, 'EUR'))).toBeLessThan(301);
  expect(await quote(european, 'EUR', 'USDC', '100')).toMatchObject({ ok: true });
  say(1.531);
  expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject({ ok: true });
  expect(await look(real)).toEqual([]);
});

test('HARD-49 a provider that corrects the rate of the same moment is believed again', async () => {
  const who = await aussie();
  server.deps.clock.advance(POLL);
  madeAt = server.deps.clock.now();
  rates.AUD = 0.153;
  expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject(paused);
  say(1.53);
  expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject({ ok: true });
});

test('HARD-49 a quote given before is not confirmed while its rate is in doubt, and stays unused', async () => {
  const who = await aussie();
  const given = await quote(who, 'AUD', 'USDC', '1000');
  if (!given.ok) throw new Error('no quote');
  // Another process hears the wrong rate first, and knows what was believed although it has just started.
  rates.AUD = 0.153;
  server.deps.clock.advance(1_000);
  const other = await start();
  others.push(other);
  await look(other);
  expect(await confirm(who, given.value.data.conversion_quote_id)).toMatchObject(paused);
  const { cash } = await real.api.must(getWalletList, {}, { credential: await signedIn(who) });
  expect(cash[0]).toMatchObject({ free_balance: '100000' });
});

test('HARD-49 a rate that a later one confirms is traded; beyond the largest move only after the operator', async () => {
  const who = await aussie();
  say(1.58, MINUTE + POLL);
  expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject(paused);
  say(1.581);
  expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject({ ok: true });
  for (let polls = 0; polls < 4; polls += 1) {
    say(2);
    expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject(paused);
  }
  expect((await listClosed(server.deps.db)).doubts).toMatchObject([{ asset: 'AUD', usd: '0.5' }]);
  const by = (price: string, reason = 'It did fall') =>
    confirmPrice(server.deps, { asset: 'AUD', price, reason }, operator);
  expect(await by('0.63')).toBe('other-price');
  expect(await by('0.5', ' ')).toBe('no-reason');
  expect(await by('0.5')).toBe('done');
  expect(await by('0.5')).toBe('no-doubt');
  expect(await quote(who, 'AUD', 'USDC', '1000')).toMatchObject({ ok: true });
});

test('HARD-49 a second source that says another rate closes the currency until both agree or an operator decides', async () => {
  const who = await aussie();
  const both = await start({ FOREX_SECOND_URL: `${base}/second` });
  others.push(both);
  const traded = () => quote(who, 'AUD', 'USDC', '1000', both);
  expect(await traded()).toMatchObject({ ok: true });
  second.AUD = 1.7;
  say(1.531);
  expect(await traded()).toMatchObject(paused);
  second.AUD = 1.532;
  say(1.5315);
  expect(await traded()).toMatchObject({ ok: true });
  second.AUD = 1.7;
  say(1.532);
  expect(await traded()).toMatchObject(paused);
  const [doubt] = (await listClosed(server.deps.db)).doubts;
  const asked = { asset: 'AUD', price: doubt?.usd ?? '', reason: 'the second is wrong' };
  expect(await confirmPrice(server.deps, asked, operator)).toBe('done');
  expect(await traded()).toMatchObject({ ok: true });
});

test('HARD-49 the first rate of all is held against the day before, or against the one that comes with the product', async () => {
  for (const [first, believed] of [
    [0.161, false],
    [1.6, true],
  ] as const) {
    const fresh = await startInProcess();
    rates.AUD = first;
    const own = await withParties(fresh, { SANDBOX, FOREX_URL: `${base}/rates` });
    expect((await own.deps.parties.forex.current())?.rates.AUD !== undefined).toBe(believed);
    await own.close();
    await fresh.close();
  }
});

test('HARD-49 an operator closes and opens a cash currency, and a pair of it, by name', async () => {
  const who = await aussie();
  const isOpen = async (source: string, target: string) =>
    (await quote(who, source, target, source === 'BTC' ? '0.1' : '100')).ok;
  const set = { what: 'BTC-AUD', reason: 'a test' };
  expect(await closeTrading(server.deps, set, operator)).toBe('done');
  expect(await isOpen('AUD', 'BTC')).toBe(false);
  expect(await isOpen('BTC', 'AUD')).toBe(false);
  expect(await isOpen('AUD', 'USDC')).toBe(true);
  expect(await openTrading(server.deps, { ...set, what: 'AUD-BTC' }, operator)).toBe('done');
  expect(await closeTrading(server.deps, { ...set, what: 'AUD' }, operator)).toBe('done');
  expect(await isOpen('AUD', 'USDC')).toBe(false);
  expect(await isOpen('BTC', 'USDC')).toBe(true);
  expect(await openTrading(server.deps, { ...set, what: 'AUD' }, operator)).toBe('done');
  expect(await isOpen('AUD', 'BTC')).toBe(true);
  expect(await closeTrading(server.deps, { ...set, what: 'EUR-AUD' }, operator)).toBe('unknown');
});

test('HARD-48 the spread grows with the age of the rate, for swaps and for cards, and then cash closes in words', async () => {
  const who = await aussie();
  const spread = async () => {
    const answer = await quote(who, 'AUD', 'USDC', '1000');
    return answer.ok ? answer.value.data.spread_bps : answer.refusal.message;
  };
  const card = async () => {
    const request = { base_currency: 'BTC', quote_currency: 'AUD' };
    const answer = await real.api.call(getCurrencyPrice, request, {
      credential: await signedIn(who),
    });
    if (!answer.ok) return answer.refusal.message;
    return Number(answer.value.data[0]?.ask) / Number(answer.value.data[0]?.bid);
  };
  expect(await spread()).toBe(25);
  const fresh = await card();
  // The service goes on answering, with what it made before the weekend.
  madeAt = server.deps.clock.now();
  server.deps.clock.advance(24 * HOUR);
  expect(await spread()).toBe(Math.ceil(67 * Math.sqrt(24)));
  expect(await card()).toBeGreaterThan(Number(fresh) + 0.05);
  server.deps.clock.advance(25 * HOUR);
  const closed = expect.stringMatching(/no recent exchange rate for AUD.*Your balance is safe/);
  expect(await spread()).toEqual(closed);
  expect(await card()).toEqual(closed);
  expect(await look(real)).toEqual(['exchange rates too old to trade cash']);
  // What is traded without cash goes on, and limits and thresholds are still counted.
  expect(await quote(who, 'BTC', 'USDC', '0.1')).toMatchObject({ ok: true });
  expect((await cashPrices(real.deps)).get('AUD')).toBeDefined();
  expect(await eurCentsOf(real.deps, 'AUD', 100_000n)).toBeDefined();
  madeAt = undefined;
  server.deps.clock.advance(POLL);
  expect(await spread()).toBe(25);
});

test('HARD-48 a customer exchanges no more than a day’s cap between cash and stable coins, however many at once', async () => {
  const capped = await start({ CASH_STABLE_CAP: '1000' });
  others.push(capped);
  const who = await aussie();
  const refused = { ok: false, refusal: { code: 'LIMIT_EXCEEDED' } };
  expect(await quote(who, 'USDC', 'AUD', '1001', capped)).toMatchObject(refused);
  const quotes = [];
  for (const [source, target, amount] of [
    ['AUD', 'USDC', '600'],
    ['USDC', 'AUD', '400'],
    ['AUD', 'USDT', '600'],
    ['USDT', 'AUD', '1'],
    ['AUD', 'USDC', '600'],
  ] as const) {
    const given = await quote(who, source, target, amount, capped);
    if (!given.ok) throw new Error(given.refusal.message);
    quotes.push(given.value.data);
  }
  const done = await Promise.all(
    quotes.map(({ conversion_quote_id }) => confirm(who, conversion_quote_id, capped)),
  );
  expect(done.some(({ ok }) => ok)).toBe(true);
  expect(done.map((one) => (one.ok ? '' : one.refusal.code))).toContain('LIMIT_EXCEEDED');
  expect(await quote(who, 'AUD', 'USDC', '900', capped)).toMatchObject(refused);
  // Other assets are not meant.
  expect(await quote(who, 'AUD', 'BTC', '9000', capped)).toMatchObject({ ok: true });
  server.deps.clock.advance(25 * HOUR);
  expect(await quote(who, 'AUD', 'USDC', '900', capped)).toMatchObject({ ok: true });
});

test('HARD-48 the day’s cap counts what goes from cash to stable coins through other assets, and nothing else', async () => {
  const capped = await start({ CASH_STABLE_CAP: '1000' });
  others.push(capped);
  const who = await aussie();
  const swap = async (source: string, target: string, amount: string) => {
    const given = await quote(who, source, target, amount, capped);
    if (!given.ok) return given.refusal.code;
    const done = await confirm(who, given.value.data.conversion_quote_id, capped);
    return done.ok ? 'done' : done.refusal.code;
  };
  // Buying and keeping is no exchange for stable coins, and neither is selling what was there before.
  expect(await swap('AUD', 'BTC', '3000')).toBe('done');
  expect(await swap('USDC', 'SOL', '3000')).toBe('done');
  // What was bought with cash goes on to stable coins, and the other way round, only as far as the cap.
  const unitsOf = async (asset: 'BTC' | 'SOL', usd: number): Promise<string> =>
    (usd / Number((await capped.deps.parties.market.price(asset))?.usd)).toFixed(8);
  expect(await swap('BTC', 'USDC', await unitsOf('BTC', 700))).toBe('done');
  expect(await swap('BTC', 'USDT', await unitsOf('BTC', 500))).toBe('LIMIT_EXCEEDED');
  expect(await swap('SOL', 'AUD', await unitsOf('SOL', 500))).toBe('LIMIT_EXCEEDED');
  expect(await swap('SOL', 'AUD', await unitsOf('SOL', 200))).toBe('done');
  // Beyond the cap, whatever adds nothing to it still goes.
  expect(await swap('AUD', 'BTC', '1000')).toBe('done');
  expect(await swap('USDC', 'AUD', '500')).toBe('LIMIT_EXCEEDED');
  server.deps.clock.advance(25 * HOUR);
  expect(await swap('USDC', 'AUD', '500')).toBe('done');
});
