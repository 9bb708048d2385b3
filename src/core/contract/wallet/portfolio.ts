import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, instant, sentInstant, success } from '#core/contract/schemas.ts';

/** The amount of an asset or of cash that a customer owned at an instant, available or held. */
const owned = v.object({
  currency_id: v.string(),
  amount: decimal,
  /** In the customer's currency, per unit and in total; absent if unknown. */
  price: v.optional(decimal),
  value: v.optional(decimal),
});
export type Owned = v.InferOutput<typeof owned>;

const monthBalances = v.object({
  ...success,
  /** The currency of all values. */
  money_id: v.string(),
  /** The amounts right before `from` and right before `until`. */
  opening: v.array(owned),
  closing: v.array(owned),
  as_of: instant,
});
export type MonthBalances = v.InferOutput<typeof monthBalances>;

/** The total value at a moment, of available and held amounts; without a value if a price is unknown. */
const point = v.object({ at: instant, value: v.optional(decimal) });
export type PortfolioPoint = v.InferOutput<typeof point>;

const portfolioHistory = v.object({
  ...success,
  money_id: v.string(),
  /**
   * At the end of each hour of the last week, oldest first, starting with the first one at which the customer
   * owned something.
   */
  hours: v.array(point),
  /** At the end of each day (UTC), as far as prices are kept. */
  days: v.array(point),
  as_of: instant,
});
export type PortfolioHistory = v.InferOutput<typeof portfolioHistory>;

/** The total value in the past, at the prices and exchange rates of that time (INS-01). */
export const getPortfolioHistory = endpoint({
  path: '/exchange/get-portfolio-history',
  access: 'user',
  effect: 'read',
  givesWay: 'prices',
  request: v.object({}),
  answer: portfolioHistory,
});

/**
 * The opening and closing balances of a monthly statement (INS-05). Refused until ten minutes after the
 * month's end.
 */
export const getMonthBalances = endpoint({
  path: '/exchange/get-month-balances',
  access: 'user',
  effect: 'read',
  givesWay: 'exports',
  request: v.object({ from: sentInstant, until: sentInstant }),
  answer: monthBalances,
});
