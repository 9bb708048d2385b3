import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { decimal, instant, sentInstant, success } from './schemas.ts';

/** What a customer owned of an asset or of cash at an instant, free to use or held. */
const owned = v.object({
  currency_id: v.string(),
  amount: decimal,
  /** In the customer's currency: of a whole unit, and of all of it; absent where nobody knows. */
  price: v.optional(decimal),
  value: v.optional(decimal),
});
export type Owned = v.InferOutput<typeof owned>;

const monthBalances = v.object({
  ...success,
  /** The currency of all values. */
  money_id: v.string(),
  /** Right before `from`, and right before `until`. */
  opening: v.array(owned),
  closing: v.array(owned),
  as_of: instant,
});
export type MonthBalances = v.InferOutput<typeof monthBalances>;

/** What everything was worth at a moment, held or free to use; without a value, nobody knows. */
const point = v.object({ at: instant, value: v.optional(decimal) });
export type PortfolioPoint = v.InferOutput<typeof point>;

const portfolioHistory = v.object({
  ...success,
  money_id: v.string(),
  /** At the end of each hour of the last week, oldest first, from the first one with something. */
  hours: v.array(point),
  /** At the end of each day (UTC), as far as prices are kept. */
  days: v.array(point),
  as_of: instant,
});
export type PortfolioHistory = v.InferOutput<typeof portfolioHistory>;

/** What everything was worth in the past, at the prices and exchange rates of then (INS-01). */
export const getPortfolioHistory = endpoint({
  path: '/exchange/get-portfolio-history',
  access: 'user',
  effect: 'read',
  request: v.object({}),
  answer: portfolioHistory,
});

/** What a statement begins and ends with (INS-05). Refused until the month has been over for ten minutes. */
export const getMonthBalances = endpoint({
  path: '/exchange/get-month-balances',
  access: 'user',
  effect: 'read',
  request: v.object({ from: sentInstant, until: sentInstant }),
  answer: monthBalances,
});
