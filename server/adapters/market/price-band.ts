import { type AssetCode, findAsset } from '#core/money/currencies.ts';
import { pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';

/**
 * How far a price may move before a reading is doubted (OPS-15); a doubted one must be confirmed by a later
 * reading or by an operator. In basis points of the previous price.
 */
export interface PriceBand {
  /**
   * The largest move within a minute; over longer times it grows with the square root of the time, as prices
   * wander.
   */
  readonly minuteBps: number;
  /** The largest move ever accepted, however old the last price is; only an operator confirms more. */
  readonly mostBps: number;
  /** A larger move within ten minutes makes the market “fast”: the spread is wider, or trading pauses. */
  readonly fastBps: number;
}

/** About five times the largest moves per minute of an ordinary year. */
export const priceBands: Readonly<Record<AssetCode, PriceBand>> = {
  BTC: { minuteBps: 500, mostBps: 2500, fastBps: 500 },
  SOL: { minuteBps: 800, mostBps: 3500, fastBps: 800 },
  ETH: { minuteBps: 600, mostBps: 2500, fastBps: 600 },
  AVAX: { minuteBps: 800, mostBps: 3500, fastBps: 900 },
  XRP: { minuteBps: 800, mostBps: 3500, fastBps: 800 },
  USDT: { minuteBps: 100, mostBps: 500, fastBps: 100 },
  USDC: { minuteBps: 100, mostBps: 500, fastBps: 100 },
};

/**
 * The largest change of the house's position in an asset within a minute, in whole USD. A stable coin is the
 * other side of most trades.
 */
export const exposureCaps: Readonly<Record<AssetCode, number>> = {
  BTC: 2_000_000,
  SOL: 1_000_000,
  ETH: 2_000_000,
  AVAX: 500_000,
  XRP: 1_000_000,
  USDT: 4_000_000,
  USDC: 4_000_000,
};

/** A price of the market, in 1e-8 USD, and when the market had it, in milliseconds since 1970. */
export interface Reading {
  readonly units: bigint;
  readonly at: number;
}

/** What is known of an asset's past prices. */
export interface PricePast {
  /** The accepted readings of about ten minutes, oldest first; empty: none was ever accepted. */
  readonly accepted: readonly Reading[];
  /** The reading that waits to be confirmed: until then the asset is closed. */
  readonly suspect: Reading | undefined;
}

export type Verdict =
  /** The reading can be used. `news`: why the asset is open again. */
  | {
      readonly kind: 'accepted';
      readonly past: PricePast;
      readonly news?: 'confirmed' | 'returned';
    }
  /** The reading is doubted, and the asset is closed. `news`: why; absent if nothing changed. */
  | {
      readonly kind: 'suspect';
      readonly past: PricePast;
      readonly news?: 'first' | 'left' | 'moved';
    }
  /** The reading is older than what is known and differs from it: it is ignored. */
  | { readonly kind: 'outdated' };

const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;
/** Readings closer together than this count as one. */
const SPACING_MS = 20_000;
/** How much later a confirming reading must be, because a provider repeats its error for a while. */
export const CONFIRMED_AFTER_MS = 30_000;

const ALL_BPS = 10_000n;

/** A stable coin starts with its nominal price; anything else needs two readings that agree. */
export const pastOfNothing = (code: string): PricePast => ({
  accepted: findAsset(code)?.stable ? [{ units: pow10(PRICE_SCALE), at: 0 }] : [],
  suspect: undefined,
});

/** The largest accepted move in so many milliseconds, in basis points. */
export const bandBps = ({ minuteBps, mostBps }: PriceBand, ms: number): number =>
  Math.min(mostBps, Math.floor(minuteBps * Math.sqrt(Math.max(1, ms / MINUTE_MS))));

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

const isWithin = (from: Reading, to: Reading, bps: number): boolean =>
  distance(from.units, to.units) * ALL_BPS <= from.units * BigInt(bps);

const isNear = (from: Reading, to: Reading, band: PriceBand): boolean =>
  isWithin(from, to, bandBps(band, Math.abs(to.at - from.at)));

/** The past with one more accepted reading, and no doubted one. */
export function acceptReading({ accepted }: PricePast, reading: Reading): PricePast {
  const recent = accepted.filter(({ at }) => at >= reading.at - WINDOW_MS);
  const [last, before] = [recent.at(-1), recent.at(-2)];
  const crowded = last && before && last.at - before.at < SPACING_MS;
  const kept = crowded ? recent.slice(0, -1) : recent;
  return { accepted: [...kept, reading], suspect: undefined };
}

/** Judges a reading by the earlier ones. */
export function judgeReading(past: PricePast, reading: Reading, band: PriceBand): Verdict {
  const { suspect } = past;
  const last = past.accepted.at(-1);
  if (suspect) return judgeInDoubt(past, { last, suspect, reading, band });
  if (!last) return { kind: 'suspect', past: { ...past, suspect: reading }, news: 'first' };
  const near = isNear(last, reading, band);
  if (reading.at < last.at) return near ? { kind: 'accepted', past } : { kind: 'outdated' };
  return near
    ? { kind: 'accepted', past: acceptReading(past, reading) }
    : { kind: 'suspect', past: { ...past, suspect: reading }, news: 'left' };
}

function judgeInDoubt(
  past: PricePast,
  {
    last,
    suspect,
    reading,
    band,
  }: {
    readonly last: Reading | undefined;
    readonly suspect: Reading;
    readonly reading: Reading;
    readonly band: PriceBand;
  },
): Verdict {
  // Neither an older reading of another process nor the same one confirms the doubted one. A provider that
  // corrects itself may say another price of the same moment.
  if (reading.at < suspect.at) return { kind: 'suspect', past };
  if (reading.at === suspect.at && reading.units === suspect.units)
    return { kind: 'suspect', past };
  if (last && isNear(last, reading, band)) {
    return { kind: 'accepted', past: acceptReading(past, reading), news: 'returned' };
  }
  if (!isNear(suspect, reading, band)) {
    return { kind: 'suspect', past: { ...past, suspect: reading }, news: 'moved' };
  }
  const confirms =
    reading.at - suspect.at >= CONFIRMED_AFTER_MS &&
    (last === undefined || isWithin(last, reading, band.mostBps));
  return confirms
    ? { kind: 'accepted', past: acceptReading(past, reading), news: 'confirmed' }
    : { kind: 'suspect', past };
}

/** Whether the price moved further within ten minutes than on ordinary days. */
export function isFast({ accepted }: PricePast, { fastBps }: PriceBand): boolean {
  const last = accepted.at(-1);
  if (!last) return false;
  return accepted.some((one) => one.at >= last.at - WINDOW_MS && !isWithin(one, last, fastBps));
}
