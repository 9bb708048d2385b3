import type { AssetCode } from '#core/money/currencies.ts';

/** USD per one whole asset: a positive decimal string with at most eight decimals. */
export interface Price {
  readonly asset: AssetCode;
  readonly usd: string;
  /** The time of the price at the market. */
  readonly at: Date;
  /** Set by the sandbox on purpose: the price is not checked against its past. */
  readonly vouched?: boolean;
  /** The price has moved far within ten minutes. */
  readonly fast?: boolean;
}

export interface Ticker extends Price {
  /** The change in 24 hours in percent, signed, two decimals. */
  readonly change24h: string;
  /** About 24 prices of the last seven days, oldest first, ending with the current one. */
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

/** The provider of market data (D26). A missing asset is unavailable now; nothing is guessed. */
export interface Market {
  /** The price for a quote, at most a minute old; undefined: unavailable, so no quote is made. */
  price(asset: AssetCode): Promise<Price | undefined>;
  /** The newest known prices, however old, without waiting. */
  newest(): Promise<readonly Price[]>;
  /**
   * Prices with change and spark line for display, at most ten minutes old. With a slow provider, the known
   * ones are returned.
   */
  tickers(): Promise<ReadonlyMap<AssetCode, Ticker>>;
  /** Closed candles, oldest first: hourly for a day or a week, daily for a month, a year or all. */
  candles(asset: AssetCode, range: CandleRange): Promise<readonly Candle[] | undefined>;
}
