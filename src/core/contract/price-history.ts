import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { currencyId, decimal, instant, success } from './schemas.ts';

export const priceRanges = ['day', 'week', 'month', 'year', 'all'] as const;
export type PriceRange = (typeof priceRanges)[number];

/**
 * What an asset cost, in USD per whole unit, oldest first: hourly for a day or a week, daily beyond.
 * Only closed intervals are in it; `at` is when the interval closed.
 */
export const getPriceHistory = endpoint({
  path: '/exchange/get-price-history',
  access: 'user',
  effect: 'read',
  request: v.object({ currency_id: currencyId, range: v.picklist(priceRanges) }),
  answer: v.object({
    ...success,
    data: v.array(
      v.object({ at: instant, open: decimal, high: decimal, low: decimal, close: decimal }),
    ),
    as_of: instant,
  }),
});
