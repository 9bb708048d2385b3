import type { Forex } from '#core/contract/market/forex.ts';
import type { RateCode } from './rate-band.ts';

/** Exchange rates, and when they were made. */
export interface MadeRates extends Forex {
  /** When they were made, as far as their provider tells: of a date alone, its beginning in UTC. */
  readonly at: Date;
  /** Somebody stands in for them, as the sandbox does for its own: they are not judged. */
  readonly vouched?: boolean;
  /** The currencies that moved far within ten minutes. */
  readonly fast?: readonly RateCode[];
}

/** The provider of exchange rates: units of each fiat currency per USD. Undefined: unavailable now. */
export interface ForexRates {
  /** The last known rates with their date, however old, for display. */
  latest(): Promise<MadeRates | undefined>;
  /** The rates for pricing; undefined if they are too old for any. */
  current(): Promise<MadeRates | undefined>;
  /** The stored rates of past days, both included, oldest first; some days may be missing. */
  past(from: string, until: string): Promise<readonly Forex[]>;
}
