import { type FiatCode, fiatCodes } from '#core/money/currencies.ts';
import type { PriceBand } from '#server/adapters/market/price-band.ts';

/** The currencies that have an exchange rate: the others than USD, in which rates are. */
export type RateCode = Exclude<FiatCode, 'USD'>;

export const rateCodes: readonly RateCode[] = fiatCodes.filter((code) => code !== 'USD');

export const isRateCode = (code: string): code is RateCode =>
  rateCodes.some((known) => known === code);

/**
 * How far an exchange rate may move before it is doubted, as for prices (HARD-49): within a minute some ten
 * times what it usually moves, and at most about five times its usual day.
 */
export const rateBands: Readonly<Record<RateCode, PriceBand>> = {
  EUR: { minuteBps: 15, mostBps: 300, fastBps: 75 },
  AUD: { minuteBps: 20, mostBps: 400, fastBps: 100 },
  GBP: { minuteBps: 15, mostBps: 300, fastBps: 75 },
  CAD: { minuteBps: 15, mostBps: 300, fastBps: 75 },
  JPY: { minuteBps: 20, mostBps: 400, fastBps: 100 },
};

/**
 * Five times what a rate usually moves within an hour of trading, in basis points (7.5 % a year for EUR and
 * 10.5 % for AUD, over 260 days of 24 hours). Over longer times it grows with the square root of the time.
 */
const hourBps: Readonly<Record<RateCode, number>> = { EUR: 47, AUD: 67, GBP: 54, CAD: 45, JPY: 70 };

const HOUR_MS = 3_600_000;

/**
 * The least spread at which nobody gains by knowing how the market moved since a rate was made, in basis
 * points (HARD-48). Weekends count like other days, which is on the safe side.
 */
export const agedSpreadBps = (code: RateCode, ageMs: number): number =>
  Math.ceil(hourBps[code] * Math.sqrt(Math.max(0, ageMs) / HOUR_MS));
