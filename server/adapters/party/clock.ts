/** Milliseconds since 1970, injected so that tests own time. */
export type Now = () => number;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
