import type { QueryExecutorProvider } from 'kysely';
import { type AssetCode, assetCodes } from '#core/domain/currencies.ts';
import { HOUR, MINUTE, type Now } from '#server/adapters/clock.ts';
import { sharedLoad } from '#server/adapters/shared-load.ts';
import { rangeOf, readCandles, resolutionMs, storeCandles } from './candle-store.ts';
import { currentPrices, type ProviderSettings, pastPrices } from './coingecko.ts';
import { candlesOf, thin } from './from-points.ts';
import type { Market, Ticker } from './market.ts';

/** A quote made from an older price would give the difference away. */
const OLDEST_FOR_QUOTES = MINUTE;
const REFRESH = 15_000;
const RETRY = 5_000;
/** Clocks differ a little; a price from further in the future is not believed. */
const CLOCK_SLACK = 5_000;

/** One day more than shown, as the first interval of an answer is never whole. */
const daysOf = { day: 2, week: 8, month: 31, year: 365, all: 365 } as const;

/** The real market: prices of a provider over HTTPS. */
export function httpMarket(settings: {
  readonly provider: ProviderSettings;
  readonly db: QueryExecutorProvider;
  readonly now: Now;
}): Market {
  const { provider, db, now } = settings;
  const current = sharedLoad({
    load: () => currentPrices(provider),
    freshMs: REFRESH,
    retryMs: RETRY,
    now,
  });
  const weeks = new Map(
    assetCodes.map((asset) => [
      asset,
      sharedLoad({
        load: () => pastPrices(provider, asset, 7),
        freshMs: HOUR,
        retryMs: MINUTE,
        now,
      }),
    ]),
  );
  const spark = async (asset: AssetCode): Promise<readonly string[]> =>
    thin((await weeks.get(asset)?.()) ?? [], 24);

  return {
    async price(asset) {
      const found = (await current())?.find((price) => price.asset === asset);
      if (!found) return undefined;
      const age = now() - found.at.getTime();
      return age <= OLDEST_FOR_QUOTES && age >= -CLOCK_SLACK ? found : undefined;
    },

    async tickers() {
      const prices = (await current()) ?? [];
      const entries = prices.map(
        async (price): Promise<[AssetCode, Ticker]> => [
          price.asset,
          { ...price, spark: [...(await spark(price.asset)), price.usd] },
        ],
      );
      return new Map(await Promise.all(entries));
    },

    async candles(asset, range) {
      const { resolution, count } = rangeOf[range];
      const length = resolutionMs[resolution];
      const from = new Date(Math.floor(now() / length) * length - count * length);
      const have = await readCandles(db, asset, resolution, from);
      // Providers go back a year; what was kept before that stays, so `all` grows with time.
      const asked = Math.min(count, rangeOf.year.count);
      const recent = now() - asked * length;
      if (have.filter(({ openedAt }) => openedAt.getTime() >= recent).length >= asked - 1)
        return have;
      const points = await pastPrices(provider, asset, daysOf[range]);
      if (!points) return have.length > 0 ? have : undefined;
      await storeCandles(db, asset, resolution, candlesOf(points, length, now()));
      return readCandles(db, asset, resolution, from);
    },
  };
}
