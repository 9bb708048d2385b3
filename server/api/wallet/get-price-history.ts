import type { getPriceHistory as endpoint } from '#core/contract/price-history.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { rangeOf, resolutionMs } from '#server/adapters/market/candle-store.ts';
import type { Handler } from '#server/api/handler.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';

export const getPriceHistory: Handler<typeof endpoint> = async ({ deps, now }, request) => {
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
};
