import type { Forex } from '#core/contract/forex.ts';

/** The exchange-rate party: units of each fiat currency per one USD; undefined: unavailable now. */
export interface ForexRates {
  /** For showing, with the day they are of: the last ones that were heard, however old. */
  latest(): Promise<Forex | undefined>;
  /** For pricing: undefined where they are too old to sell by. */
  current(): Promise<Forex | undefined>;
  /** Those of past days, both included, oldest first, as they were kept then; of some days there are none. */
  past(from: string, until: string): Promise<readonly Forex[]>;
}
