import type { Forex } from '#core/contract/forex.ts';

/** The exchange-rate party: units of each fiat currency per one USD; undefined: unavailable now. */
export interface ForexRates {
  latest(): Promise<Forex | undefined>;
}
