import type { getCurrencyPrice as endpoint } from '#core/contract/price.ts';
import type { Handler } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { currencyPrice } from '#server/services/offers/currency-price.ts';
import { SIDE_BPS } from '#server/services/offers/spread.ts';

export const getCurrencyPrice: Handler<typeof endpoint> = async ({ deps }, request) => {
  const price = await currencyPrice(deps, request.base_currency, request.quote_currency);
  return isRefused(price)
    ? price
    : { status: 'success', data: [{ ...price, spread_bps: SIDE_BPS }] };
};
