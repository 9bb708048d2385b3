import type { Json, Moment, Units } from './core-schema.ts';

/** What is believed of an asset's price. */
interface Prices {
  asset: string;
  /** The price that was accepted last, in 1e-8 USD; null: none was ever. */
  usd: Units | null;
  /** The accepted readings of the last minutes. */
  accepted: Json;
  /** A reading outside the band: nothing is traded until it is confirmed or was wrong. */
  suspect_usd: Units | null;
  suspect_at: Moment | null;
  /** The price has moved far within ten minutes. */
  fast: boolean;
  /** Counts the changes: of two processes that judge at once, one begins again. */
  version: number;
}

/** What operators have closed: an asset, a pair, `withdrawals` or `everything`. */
interface TradingHalts {
  scope: string;
  reason: string;
  closed_by: string;
  closed_at: Moment;
}

/** The house's net change of an asset in a minute, in cents of USD: what it gained is positive. */
interface Exposures {
  asset: string;
  minute: Moment;
  usd_cents: Units;
  /** The cap that counted last. */
  most_cents: Units;
}

export interface TradingSchema {
  prices: Prices;
  trading_halts: TradingHalts;
  exposures: Exposures;
}
