import type { Forex } from '#core/contract/forex.ts';

/** The provider of exchange rates: units of each fiat currency per USD. Undefined: unavailable now. */
export interface ForexRates {
  /** The last known rates with their date, however old, for display. */
  latest(): Promise<Forex | undefined>;
  /** The rates for pricing; undefined if they are too old to trade by. */
  current(): Promise<Forex | undefined>;
  /** The stored rates of past days, both included, oldest first; some days may be missing. */
  past(from: string, until: string): Promise<readonly Forex[]>;
}
