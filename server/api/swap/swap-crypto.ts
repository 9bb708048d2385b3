import type { swapCrypto as endpoint } from '#core/contract/swap.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { quoteSwap } from '#server/services/swaps/swap-quote.ts';

export const swapCrypto: Handler<typeof endpoint> = async (call, request) => {
  const data = await quoteSwap(call.deps, {
    userId: signedIn(call).userId,
    source: request.sourceCurrencyId,
    target: request.targetCurrencyId,
    amount: request.sourceCurrencyAmount,
    ttl: request.ttl,
  });
  return isRefused(data) ? data : { status: 'success', data };
};
