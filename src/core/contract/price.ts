import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { currencyId, decimal, success } from './schemas.ts';

/** Bid: what a seller gets. Ask: what a buyer pays. Both per one unit of the base. */
export const getCurrencyPrice = endpoint({
  path: '/exchange/get-currency-price',
  access: 'user',
  effect: 'read',
  request: v.object({ base_currency: currencyId, quote_currency: currencyId }),
  answer: v.object({
    ...success,
    data: v.array(
      v.object({
        bid: decimal,
        ask: decimal,
        /** How far each is from the market's price, in basis points: the spread, included in both. */
        spread_bps: v.optional(v.number()),
      }),
    ),
  }),
});
