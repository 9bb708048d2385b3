import type { QueryExecutorProvider } from 'kysely';
import { type AssetCode, assetCodes } from '#core/money/currencies.ts';
import { HOUR, MINUTE, type Now } from '#server/adapters/party/clock.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import { sharedLoad } from '#server/adapters/party/shared-load.ts';
import {
  type Resolution,
  rangeOf,
  readCandles,
  resolutionMs,
  storeCandles,
} from './candle-store.ts';
import {
  type CurrentPrice,
  currentPrices,
  type ProviderSettings,
  pastPrices,
} from './coingecko.ts';
import { candlesOf, thin } from './from-points.ts';
import type { Market, Ticker } from './market.ts';

/** An older price must not make a quote: whoever knows the newer one would gain the difference. */
const OLDEST_FOR_QUOTES = MINUTE;
/** An older price must not value a balance, since it would be shown as its worth now. */
const OLDEST_FOR_SHOWING = 10 * MINUTE;
const REFRESH = 15_000;
const RETRY = 5_000;
/** How long balances wait for their values (HARD-34): a provider usually answers within this. */
const PATIENCE_FOR_SHOWING = 300;
/** Allowed difference between clocks; a price from further in the future is refused. */
const CLOCK_SLACK = 5_000;

/** One day more than is shown, as the first interval of an answer is never complete. */
const daysOf = { day: 2, week: 8, month: 31, year: 365, all: 365 } as const;

/** The real market: prices of a provider over HTTPS. */
export function httpMarket(settings: {
  readonly provider: ProviderSettings;
  readonly db: QueryExecutorProvider;
  readonly now: Now;
}): Market {
  const { provider, db, now } = settings;
  const line = partyLine('market', { now });
  const last = new Map<AssetCode, CurrentPrice>();
  /** Newer than what the answer has, which may come from a cache; a price from the future is newer than nothing. */
  const isNewer = (kept: CurrentPrice | undefined, { at }: CurrentPrice): boolean =>
    kept !== undefined && kept.at > at && kept.at.getTime() <= now() + CLOCK_SLACK;
  const current = sharedLoad({
    load: async () => {
      const prices = await currentPrices(line, provider);
      // What is missing in an answer stays as it was last told.
      for (const price of prices ?? []) {
        if (!isNewer(last.get(price.asset), price)) last.set(price.asset, price);
      }
      return prices && [...last.values()];
    },
    freshMs: REFRESH,
    retryMs: RETRY,
    now,
  });
  const weeks = new Map(
    assetCodes.map((asset) => [
      asset,
      sharedLoad({
        load: () => pastPrices(line, provider, asset, 7),
        freshMs: HOUR,
        retryMs: MINUTE,
        now,
      }),
    ]),
  );
  const spark = async (asset: AssetCode): Promise<readonly string[]> =>
    thin((await weeks.get(asset)?.(PATIENCE_FOR_SHOWING)) ?? [], 24);

  const pricesWithin = async (oldest: number, patienceMs?: number) =>
    ((await current(patienceMs)) ?? []).filter(({ at }) => {
      const age = now() - at.getTime();
      return age <= oldest && age >= -CLOCK_SLACK;
    });

  const pasts = new Map<string, () => Promise<true | undefined>>();
  /**
   * Loads past prices of so many days. The provider is asked once however many charts ask, and not again
   * soon: neither while it fails nor if it has fewer prices than the chart needs.
   */
  const pastLoaded = (asset: AssetCode, resolution: Resolution, days: number) => {
    const key = `${asset}/${resolution}/${days}`;
    const known = pasts.get(key);
    if (known) return known;
    const load = sharedLoad({
      load: async () => {
        const points = await pastPrices(line, provider, asset, days);
        if (!points) return undefined;
        await storeCandles(
          db,
          asset,
          resolution,
          candlesOf(points, resolutionMs[resolution], now()),
        );
        return true as const;
      },
      freshMs: MINUTE,
      retryMs: MINUTE,
      now,
    });
    pasts.set(key, load);
    return load;
  };

  return {
    price: async (asset) =>
      (await pricesWithin(OLDEST_FOR_QUOTES)).find((price) => price.asset === asset),

    newest: async () => (await current(0)) ?? [],

    async tickers() {
      const prices = await pricesWithin(OLDEST_FOR_SHOWING, PATIENCE_FOR_SHOWING);
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
      // Providers go back a year. Older stored candles stay, so the range `all` grows with time.
      const asked = Math.min(count, rangeOf.year.count);
      const recent = now() - asked * length;
      const known = have.filter(({ openedAt }) => openedAt.getTime() >= recent).length;
      // The candle that closed last must be included: statements value by it (INS-05).
      const closed = Math.floor(now() / length) * length - length;
      if (known >= asked - 1 && have.at(-1)?.openedAt.getTime() === closed) return have;
      await pastLoaded(asset, resolution, daysOf[range])();
      const found = await readCandles(db, asset, resolution, from);
      return found.length > 0 ? found : undefined;
    },
  };
}
