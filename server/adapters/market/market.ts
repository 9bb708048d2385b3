import type { AssetCode } from '#core/domain/currencies.ts';

/** USD per one whole asset: a positive decimal string with at most eight decimals. */
export interface Price {
  readonly asset: AssetCode;
  readonly usd: string;
  /** When the market had this price. */
  readonly at: Date;
  /** The sandbox means it: it need not be held against its past. */
  readonly vouched?: boolean;
  /** The price has moved far within ten minutes. */
  readonly fast?: boolean;
}

export interface Ticker extends Price {
  /** Against 24 hours ago, in percent, signed, two decimals. */
  readonly change24h: string;
  /** Seven days of prices, oldest first, about 24 points, the last one the current price. */
  readonly spark: readonly string[];
}

export const candleRanges = ['day', 'week', 'month', 'year', 'all'] as const;
export type CandleRange = (typeof candleRanges)[number];

export interface Candle {
  readonly openedAt: Date;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** The market data party (D26). What is not in an answer is unavailable now; nothing is guessed. */
export interface Market {
  /** The price a quote may use, never older than a minute; undefined: unavailable, refuse to quote. */
  price(asset: AssetCode): Promise<Price | undefined>;
  /** The newest prices that are known, however old; waits for nobody. */
  newest(): Promise<readonly Price[]>;
  /**
   * Prices with change and spark, for showing, none older than ten minutes. Answers with those already
   * known if the provider is slow.
   */
  tickers(): Promise<ReadonlyMap<AssetCode, Ticker>>;
  /** Closed candles, oldest first: hourly for a day or a week, daily for a month, a year or all. */
  candles(asset: AssetCode, range: CandleRange): Promise<readonly Candle[] | undefined>;
}
