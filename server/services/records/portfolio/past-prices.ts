import { isCashCode, type KeptCode, keptOf } from '#core/money/cash.ts';
import { type AssetCode, isAssetCode } from '#core/money/currencies.ts';
import { mulDivNearest, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, RATE_SCALE } from '#core/money/price.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import {
  closeKey,
  type Resolution,
  rangeOf,
  readCloses,
  resolutionMs,
  resolutions,
} from '#server/adapters/market/candle-store.ts';
import { type CandleRange, candleRanges } from '#server/adapters/market/market.ts';
import { DAY, HOUR } from '#server/adapters/party/clock.ts';
import type { Deps } from '#server/deps.ts';

/** A moment of the past at which something is valued. */
export interface Moment {
  readonly at: number;
  /** Which prices apply: of the last full hour, or of the last full day (UTC). */
  readonly by: Resolution;
}

/** A day's exchange rates are published in its afternoon and are known everywhere from this hour on. */
const RATES_KNOWN = 18 * HOUR;
/** The rates of the Thursday before Easter apply until the Tuesday after. */
const OLDEST_RATES = 6 * DAY;

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

const openedAt = ({ at, by }: Moment): number =>
  Math.floor(at / resolutionMs[by]) * resolutionMs[by] - resolutionMs[by];

/** The shortest range of prices that reaches back so far; undefined if none does. */
const rangeBackTo = (by: Resolution, opened: number, now: number): CandleRange | undefined =>
  candleRanges.find((range) => {
    const { resolution, count } = rangeOf[range];
    return resolution === by && opened >= now - (count + 1) * resolutionMs[by];
  });

/** The closing prices of these moments; the market is asked for those that are not stored. */
async function closesOf(
  { db, parties }: Deps,
  assets: readonly AssetCode[],
  moments: readonly Moment[],
  now: number,
): Promise<(asset: string, moment: Moment) => bigint | undefined> {
  const openedBy = (by: Resolution) => [
    ...new Set(moments.filter((one) => one.by === by).map(openedAt)),
  ];
  const opened = { hour: openedBy('hour'), day: openedBy('day') };
  let closes = await readCloses(db, assets, opened);
  const lacks = resolutions.flatMap((by) =>
    assets.flatMap((asset) => {
      const missing = opened[by].filter((at) => !closes.has(closeKey(asset, by, at)));
      const range = missing.length > 0 ? rangeBackTo(by, Math.min(...missing), now) : undefined;
      return range ? [{ asset, range }] : [];
    }),
  );
  if (lacks.length > 0) {
    await Promise.all(lacks.map(({ asset, range }) => parties.market.candles(asset, range)));
    closes = await readCloses(db, assets, opened);
  }
  return (asset, moment) =>
    parsePrice(closes.get(closeKey(asset, moment.by, openedAt(moment))) ?? '');
}

/** The value of a USD in each currency at a moment, by the last rates known then. */
async function ratesOf({ parties }: Deps, moments: readonly Moment[]) {
  const times = moments.map(({ at }) => at - RATES_KNOWN);
  if (times.length === 0) return () => undefined;
  const kept = await parties.forex.past(
    dayText(Math.min(...times) - OLDEST_RATES),
    dayText(Math.max(...times)),
  );
  // A line asks for the same few rates thousands of times, so they are remembered.
  const known = new Map<number, (typeof kept)[number] | undefined>();
  const lastBefore = (at: number) => {
    const [last, first] = [dayText(at), dayText(at - OLDEST_RATES)];
    const found = kept.findLast(({ date }) => date <= last);
    return found && found.date >= first ? found : undefined;
  };
  return (currency: string, { at }: Moment): bigint | undefined => {
    if (currency === 'USD') return pow10(RATE_SCALE);
    const time = at - RATES_KNOWN;
    if (!known.has(time)) known.set(time, lastBefore(time));
    const rate = known.get(time)?.rates[currency];
    return rate === undefined ? undefined : parseUnits(rate, RATE_SCALE);
  };
}

/** Extra decimals while dividing, so that rounding does not affect the result's digits. */
const EXTRA = 12;

export interface PastPrices {
  /** The value of a whole unit, in 1e-(PRICE_SCALE + EXTRA) of the money; undefined if unknown. */
  priceOf(code: KeptCode, moment: Moment): bigint | undefined;
  /** Whether the market's price is missing, rather than an exchange rate. */
  lacksClose(code: KeptCode, moment: Moment): boolean;
}

/**
 * The values of assets in a currency at these moments, at the prices and exchange rates of that time (INS-01,
 * INS-05). The same question always has the same answer, because stored prices and rates do not change.
 */
export async function pastPrices(
  deps: Deps,
  money: string,
  codes: readonly KeptCode[],
  moments: readonly Moment[],
): Promise<PastPrices> {
  const [closeOf, rateOf] = await Promise.all([
    closesOf(deps, codes.filter(isAssetCode), moments, deps.clock.now()),
    ratesOf(deps, moments),
  ]);
  return {
    lacksClose: (code, moment) => isAssetCode(code) && closeOf(code, moment) === undefined,
    priceOf(code, moment) {
      if (code === money) return pow10(PRICE_SCALE + EXTRA);
      const rate = rateOf(money, moment);
      if (rate === undefined) return undefined;
      if (isCashCode(code)) {
        const own = rateOf(code, moment);
        return own && mulDivNearest(pow10(PRICE_SCALE + EXTRA), rate, own);
      }
      const usd = closeOf(code, moment);
      return usd && mulDivNearest(usd * pow10(EXTRA), rate, pow10(RATE_SCALE));
    },
  };
}

/** The value of so many units, in 1e-(PRICE_SCALE + EXTRA) of the money: added up before it is rounded. */
export const worthOf = (code: KeptCode, units: bigint, price: bigint): bigint =>
  (units * price) / pow10(keptOf(code).scale);

/** Such a value to the nearest cent, halves away from zero. */
export function centsOf(value: bigint): bigint {
  const size = mulDivNearest(
    value < 0n ? -value : value,
    1n,
    pow10(PRICE_SCALE + EXTRA - FIAT_SCALE),
  );
  return value < 0n ? -size : size;
}

/** A price with the decimals that prices are shown with. */
export const toldPrice = (price: bigint): bigint => mulDivNearest(price, 1n, pow10(EXTRA));
