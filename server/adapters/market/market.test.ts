import type { QueryExecutorProvider } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { assetCodes } from '#core/money/currencies.ts';
import { parsePrice } from '#core/money/price.ts';
import { DAY } from '#server/adapters/party/clock.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { Provider } from '#tests/support/provider.ts';
import { changePercent } from './change.ts';
import { candlesOf, thin } from './from-points.ts';
import { httpMarket } from './http-market.ts';
import type { CandleRange } from './market.ts';
import { simulateCandle } from './simulated.ts';
import { simulatedPrice } from './simulated-price.ts';

const at = Date.UTC(2026, 5, 15, 12, 0, 7);
/** Current prices need no database; a query would be a bug and fails. */
const noDb = {} as QueryExecutorProvider;
let provider: Provider | undefined;
afterEach(() => provider?.stop());

test('WAL-05 the simulated price depends on seed, asset and time alone', () => {
  const pinned = assetCodes.map((asset) => simulatedPrice('kopa', asset, at));
  expect(pinned).toEqual(assetCodes.map((asset) => simulatedPrice('kopa', asset, at)));
  expect(simulatedPrice('other', 'BTC', at)).not.toBe(pinned[0]);
  // Processes of another release must agree with those already running.
  expect(pinned).toMatchInlineSnapshot(`
    [
      "115092.15",
      "206.9169",
      "3456.03",
      "26.6497",
      "1.729977",
      "1.000281",
      "1.00006",
    ]
  `);
});

test('the simulated market moves like a real one, and stablecoins stay near 1', () => {
  for (const asset of assetCodes) {
    const days = Array.from({ length: 366 }, (_, i) =>
      Number(simulatedPrice('kopa', asset, at - i * DAY)),
    );
    expect(days.every((price) => price > 0)).toBe(true);
    const moves = days.slice(1).map((price, i) => Math.abs((days[i] ?? 0) / price - 1));
    const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length;
    if (asset === 'USDT' || asset === 'USDC') {
      expect(days.every((price) => Math.abs(price - 1) < 0.002)).toBe(true);
    } else {
      expect(mean).toBeGreaterThan(0.005);
      expect(mean).toBeLessThan(0.08);
    }
  }
});

test('the high and the low of a candle enclose its open and its close', () => {
  const candle = simulateCandle('kopa', 'ETH', at - (at % DAY), DAY);
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(
    (price) => parsePrice(price) ?? 0n,
  );
  expect(low !== undefined && high !== undefined && open !== undefined && close).toBeTruthy();
  expect(
    [open, close].every((price) => price && low && high && low <= price && price <= high),
  ).toBe(true);
});

test('a change in percent is signed and rounded to two decimals', () => {
  expect(changePercent('100', '101.235')).toBe('1.24');
  expect(changePercent('100', '99.5')).toBe('-0.50');
  expect(changePercent('3', '3')).toBe('0.00');
});

const recorded = (usd: string, seconds: number): string =>
  `{"bitcoin":{"usd":${usd},"usd_24h_change":-3.637278946773539,"last_updated_at":${seconds}},
    "tether":{"usd":9.9987e-1,"usd_24h_change":0.01,"last_updated_at":${seconds}},
    "ripple":{"usd":null,"last_updated_at":${seconds}}}`;

test('FMT-01 WAL-05 a real price keeps its written digits, up to eight decimals, and is refused when older than 60 s', async () => {
  let now = at;
  provider = new Provider(() => recorded('67187.3358936566401', Math.floor(at / 1000)));
  const baseUrl = await provider.start();
  const market = httpMarket({
    provider: { baseUrl, key: 'k', keyHeader: 'x-cg-demo-api-key' },
    db: noDb,
    now: () => now,
  });
  expect(await market.price('BTC')).toMatchObject({ usd: '67187.33589365', change24h: '-3.64' });
  expect((await market.price('USDT'))?.usd).toBe('0.99987');
  expect(await market.price('XRP')).toBeUndefined();
  expect(await market.price('SOL')).toBeUndefined();
  expect(provider.seen).toHaveLength(1);
  expect(provider.seen[0]?.headers['x-cg-demo-api-key']).toBe('k');
  expect(provider.seen[0]?.path).toContain('precision=full');

  provider.answerWith(() => ({ status: 429 }));
  now = at + 50_000;
  expect((await market.price('BTC'))?.usd).toBe('67187.33589365');
  now = at + 61_000;
  expect(await market.price('BTC')).toBeUndefined();
});

test('READ-15 an answer without any price empties nothing, and one without some keeps those as they were', async () => {
  let now = at;
  provider = new Provider(() => recorded('5', Math.floor(now / 1000)));
  const baseUrl = await provider.start();
  const market = httpMarket({
    provider: { baseUrl, key: '', keyHeader: 'x' },
    db: noDb,
    now: () => now,
  });
  expect((await market.price('BTC'))?.usd).toBe('5');
  provider.answerWith(() => '{"status":{"error_code":10005,"error_message":"limit"}}');
  now = at + 16_000;
  expect((await market.price('BTC'))?.usd).toBe('5');
  const ripple = () => `{"ripple":{"usd":2,"last_updated_at":${Math.floor(now / 1000)}}}`;
  provider.answerWith(ripple);
  // A provider that failed is asked again soon, and not only when prices would be renewed.
  now = at + 22_000;
  expect((await market.price('XRP'))?.usd).toBe('2');
  expect((await market.price('BTC'))?.usd).toBe('5');
  // A cache of the provider’s has an older price than we do.
  provider.answerWith(() => recorded('4', Math.floor(at / 1000) - 30));
  now = at + 40_000;
  expect((await market.price('BTC'))?.usd).toBe('5');
  now = at + 61_000;
  expect(await market.price('BTC'), 'too old by now, whoever kept it').toBeUndefined();
});

test('BEY-23 no balance is valued at a price that is older than ten minutes', async () => {
  let now = at;
  provider = new Provider(() => recorded('5', Math.floor(at / 1000)));
  const baseUrl = await provider.start();
  const market = httpMarket({
    provider: { baseUrl, key: '', keyHeader: 'x' },
    db: noDb,
    now: () => now,
  });
  expect([...(await market.tickers()).keys()]).toEqual(['BTC', 'USDT']);
  // The provider keeps answering, always with the same old price.
  now = at + 590_000;
  expect([...(await market.tickers()).keys()]).toEqual(['BTC', 'USDT']);
  now = at + 610_000;
  expect([...(await market.tickers()).keys()]).toEqual([]);
  provider.answerWith(() => ({ status: 500 }));
  now = at + 7 * DAY;
  expect([...(await market.tickers()).keys()]).toEqual([]);
});

test('D26 a chart that many view at once asks the provider once, and a provider that fails is left alone', async () => {
  const store = await memoryDatabase();
  let now = at;
  provider = new Provider(() => ({ status: 500 }));
  const baseUrl = await provider.start();
  const market = httpMarket({
    provider: { baseUrl, key: '', keyHeader: 'x' },
    db: store.db,
    now: () => now,
  });
  const look = (range: CandleRange) =>
    Promise.all(Array.from({ length: 20 }, () => market.candles('BTC', range)));
  expect(new Set(await look('day'))).toEqual(new Set([undefined]));
  await look('day');
  expect(provider.seen).toHaveLength(1);
  await look('year');
  await look('all');
  expect(provider.seen).toHaveLength(2);

  const hour = 3_600_000;
  const points = Array.from({ length: 48 }, (_, i) => [at - (47 - i) * hour, 100 + i]);
  provider.answerWith(() => JSON.stringify({ prices: points }));
  now += 61_000;
  const charts = await look('day');
  expect(charts.every((chart) => chart?.length === 24)).toBe(true);
  await look('day');
  expect(provider.seen).toHaveLength(3);
  await store.close();
});

test('a price from the future is unavailable, and so is nonsense', async () => {
  provider = new Provider(() => recorded('1', Math.floor(at / 1000) + 600));
  const baseUrl = await provider.start();
  const settings = { provider: { baseUrl, key: '', keyHeader: 'x' }, db: noDb, now: () => at };
  expect(await httpMarket(settings).price('BTC')).toBeUndefined();
  for (const usd of ['0', '-5', '"x"', '1e-12']) {
    provider.answerWith(() => recorded(usd, Math.floor(at / 1000)));
    expect(await httpMarket(settings).price('BTC'), usd).toBeUndefined();
  }
  provider.answerWith(() => '<html>');
  expect(await httpMarket(settings).price('BTC')).toBeUndefined();
});

test('many callers at once ask the provider once', async () => {
  provider = new Provider(() => recorded('5', Math.floor(at / 1000)));
  const baseUrl = await provider.start();
  const market = httpMarket({
    provider: { baseUrl, key: '', keyHeader: 'x' },
    db: noDb,
    now: () => at,
  });
  await Promise.all(Array.from({ length: 20 }, () => market.price('BTC')));
  expect(provider.seen).toHaveLength(1);
});

test('a series becomes closed candles, and a thinned line that ends with its last price', () => {
  const hour = 3_600_000;
  const start = Math.floor(at / hour) * hour - 3 * hour;
  const points = ['5', '3', '9', '7', '8', '6'].map((usd, i) => ({
    at: start + (i * hour) / 2,
    usd,
  }));
  expect(candlesOf(points, hour, at - (at % hour))).toEqual([
    { openedAt: new Date(start + hour), open: '9', high: '9', low: '7', close: '7' },
    { openedAt: new Date(start + 2 * hour), open: '8', high: '8', low: '6', close: '6' },
  ]);
  expect(thin(points, 3)).toEqual(['3', '7', '6']);
});
