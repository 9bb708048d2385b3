/** Forex rates are fresh for an hour, and may be shown as stale ones for a day. */
export const FOREX_FRESH_MS = 3_600_000;
export const FOREX_STALE_MS = 24 * 3_600_000;

/** Answer header: how many seconds ago the worker fetched the rates it answers with. */
export const FOREX_AGE_HEADER = 'x-kopa-age';
