import type { Json, Moment, Units } from './core-schema.ts';

/** The judgement of an asset's price. */
interface Prices {
  asset: string;
  /** The last accepted price, in 1e-8 USD; null: none yet. */
  usd: Units | null;
  /** The accepted readings of the last minutes. */
  accepted: Json;
  /** A reading outside the band: nothing is traded until it is confirmed or refuted. */
  suspect_usd: Units | null;
  suspect_at: Moment | null;
  /** The price has moved far within ten minutes. */
  fast: boolean;
  /** Counts the changes: if two processes judge at once, one of them starts again. */
  version: number;
}

/** What operators have closed: an asset, a pair, `withdrawals` or `everything`. */
interface TradingHalts {
  scope: string;
  reason: string;
  closed_by: string;
  closed_at: Moment;
}

/** The house's net change in an asset within a minute, in cents of USD, positive for a gain. */
interface Exposures {
  asset: string;
  minute: Moment;
  usd_cents: Units;
  /** The cap applied last. */
  most_cents: Units;
}

export interface TradingSchema {
  prices: Prices;
  trading_halts: TradingHalts;
  exposures: Exposures;
}
