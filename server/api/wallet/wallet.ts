import { findAsset } from '#core/money/currencies.ts';
import { rangeOf, resolutionMs } from '#server/adapters/market/candle-store.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import { currencyPrice } from '#server/services/exchange/offers/currency-price.ts';
import { listWallet } from '#server/services/records/wallet/wallet.ts';

export const walletHandlers = {
  getCurrencyPrice: async ({ deps }, request) => {
    const price = await currencyPrice(deps, request.base_currency, request.quote_currency);
    if (isRefused(price)) return price;
    const { bid, ask, sideBps, from } = price;
    return { status: 'success', data: [{ bid, ask, spread_bps: sideBps, ...from }] };
  },

  getPriceHistory: async ({ deps, now }, request) => {
    const asset = findAsset(request.currency_id);
    if (!asset) return refuse('PAIR_UNAVAILABLE', `There is no price for ${request.currency_id}.`);
    const candles = await deps.parties.market.candles(asset.code, request.range);
    if (!candles) return unavailable();
    const length = resolutionMs[rangeOf[request.range].resolution];
    return {
      status: 'success',
      data: candles.map(({ openedAt, ...prices }) => ({
        at: new Date(openedAt.getTime() + length).toISOString(),
        ...prices,
      })),
      as_of: new Date(now).toISOString(),
    };
  },

  getWalletList: async (call, request) => {
    if (request.quoteCurrencyId !== 'USD') {
      return refuse('INVALID_INPUT', 'Balances are quoted in USD.');
    }
    const { entries, cash, asOf } = await listWallet(call.deps, signedIn(call));
    return { status: 'success', data: entries, cash, as_of: asOf.toISOString() };
  },
} satisfies Partial<Handlers>;
