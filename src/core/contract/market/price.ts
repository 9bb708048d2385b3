import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { currencyId, decimal, instant, success } from '#core/contract/schemas.ts';

/** Bid: what a seller gets. Ask: what a buyer pays. Both per one unit of the base. */
export const getCurrencyPrice = endpoint({
  path: '/exchange/get-currency-price',
  access: 'user',
  effect: 'read',
  givesWay: 'prices',
  request: v.object({ base_currency: currencyId, quote_currency: currencyId }),
  answer: v.object({
    ...success,
    data: v.array(
      v.object({
        bid: decimal,
        ask: decimal,
        /**
         * The distance of bid and ask from the market price, in basis points: the spread, included in both.
         */
        spread_bps: v.optional(v.number()),
        /**
         * The parts of the market price: USD per unit of the base, and units of the quote currency per USD.
         */
        usd: v.optional(decimal),
        rate: v.optional(decimal),
      }),
    ),
  }),
});

export const priceRanges = ['day', 'week', 'month', 'year', 'all'] as const;
export type PriceRange = (typeof priceRanges)[number];

/**
 * Past prices of an asset, in USD per whole unit, oldest first: hourly for a day or a week, daily for longer
 * periods. Only closed intervals; `at` is the end of the interval.
 */
export const getPriceHistory = endpoint({
  path: '/exchange/get-price-history',
  access: 'user',
  effect: 'read',
  givesWay: 'prices',
  request: v.object({ currency_id: currencyId, range: v.picklist(priceRanges) }),
  answer: v.object({
    ...success,
    data: v.array(
      v.object({ at: instant, open: decimal, high: decimal, low: decimal, close: decimal }),
    ),
    as_of: instant,
  }),
});
