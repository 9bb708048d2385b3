import type { QueryExecutorProvider } from 'kysely';
import { type AssetCode, assetCodes } from '#core/money/currencies.ts';
import { parsePrice } from '#core/money/price.ts';
import { DAY, HOUR, type Now } from '#server/adapters/party/clock.ts';
import {
  type Resolution,
  rangeOf,
  readCandles,
  resolutionMs,
  storeCandles,
} from './candle-store.ts';
import { changePercent } from './change.ts';
import type { Candle, Market, Ticker } from './market.ts';
import { type Moved, readMoved, shifted } from './pins.ts';
import { simulatedPrice } from './simulated-price.ts';

/** The spark line: seven days in steps of seven hours are 24 points and the current one. */
const SPARK_STEP = 7 * HOUR;
const SPARK_POINTS = 24;
const SAMPLES_PER_CANDLE = 12;

const byPrice = (a: string, b: string): number => {
  const difference = (parsePrice(a) ?? 0n) - (parsePrice(b) ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** A candle of evenly spaced samples of the interval, both ends included. */
export function simulateCandle(
  seed: string,
  asset: AssetCode,
  openedAt: number,
  length: number,
): Candle {
  const samples = Array.from({ length: SAMPLES_PER_CANDLE + 1 }, (_, i) =>
    simulatedPrice(seed, asset, openedAt + (length / SAMPLES_PER_CANDLE) * i),
  );
  const sorted = [...samples].sort(byPrice);
  return {
    openedAt: new Date(openedAt),
    open: samples.at(0) ?? '0',
    high: sorted.at(-1) ?? '0',
    low: sorted.at(0) ?? '0',
    close: samples.at(-1) ?? '0',
  };
}

/** The sandbox twin: prices are a function of seed, asset and time; candles are stored once shown. */
export function simulatedMarket(settings: {
  readonly seed: string;
  readonly db: QueryExecutorProvider;
  readonly now: Now;
}): Market {
  const { seed, db, now } = settings;
  const past = new Map<string, string>();

  /** Prices at the spark line's points, cached because they never change. */
  const priceAt = (asset: AssetCode, at: number): string => {
    const key = `${asset}@${at}`;
    const known = past.get(key) ?? simulatedPrice(seed, asset, at);
    if (past.size > 5000) past.clear();
    past.set(key, known);
    return known;
  };

  const missing = (have: readonly Candle[], resolution: Resolution, from: number, to: number) => {
    const known = new Set(have.map((candle) => candle.openedAt.getTime()));
    const starts: number[] = [];
    for (let at = from; at < to; at += resolutionMs[resolution])
      if (!known.has(at)) starts.push(at);
    return starts;
  };

  const priceNow = (asset: AssetCode, { pins, shifts }: Moved) => {
    const at = now();
    const pin = pins.get(asset);
    const usd = pin?.price ?? shifted(simulatedPrice(seed, asset, at), shifts.get(asset));
    return { asset, usd, at: new Date(at), vouched: !pin?.sudden };
  };

  return {
    price: async (asset) => priceNow(asset, await readMoved(db)),

    async newest() {
      const moved = await readMoved(db);
      return assetCodes.map((asset) => priceNow(asset, moved));
    },

    async tickers() {
      const at = now();
      const moved = await readMoved(db);
      const grid = Math.floor(at / SPARK_STEP) * SPARK_STEP;
      return new Map(
        assetCodes.map((asset): [AssetCode, Ticker] => {
          const price = priceNow(asset, moved);
          const { usd } = price;
          const spark = Array.from({ length: SPARK_POINTS }, (_, i) =>
            priceAt(asset, grid - (SPARK_POINTS - 1 - i) * SPARK_STEP),
          );
          const change24h = changePercent(simulatedPrice(seed, asset, at - DAY), usd);
          return [asset, { ...price, change24h, spark: [...spark, usd] }];
        }),
      );
    },

    async candles(asset, range) {
      const { resolution, count } = rangeOf[range];
      const length = resolutionMs[resolution];
      const end = Math.floor(now() / length) * length;
      const from = end - count * length;
      const have = await readCandles(db, asset, resolution, new Date(from));
      const starts = missing(have, resolution, from, end);
      if (starts.length === 0) return have;
      const made = starts.map((start) => simulateCandle(seed, asset, start, length));
      await storeCandles(db, asset, resolution, made);
      return readCandles(db, asset, resolution, new Date(from));
    },
  };
}
