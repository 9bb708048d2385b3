/** How long forex rates are fresh (000 §7), and how long stale ones may still be shown. */
export const FOREX_FRESH_MS = 3_600_000;
export const FOREX_STALE_MS = 24 * 3_600_000;

/** Answer header: how many seconds ago the worker fetched the rates it answers with. */
export const FOREX_AGE_HEADER = 'x-kopa-age';
