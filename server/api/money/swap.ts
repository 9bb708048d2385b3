import { confirmSwap } from '#core/contract/money/swap.ts';
import { accountOperation, type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { listInstruments } from '#server/services/exchange/offers/instruments.ts';
import { confirmSwap as confirm } from '#server/services/exchange/swaps/swap-confirm.ts';
import { quoteSwap } from '#server/services/exchange/swaps/swap-quote.ts';

export const swapHandlers = {
  confirmSwap: async (call, request) => {
    // Another customer's quote counts as not found.
    if (request.userId !== signedIn(call).userId) return notFound();
    const operation = accountOperation(call, confirmSwap, request);
    return confirm(call.deps, operation, {
      quoteId: request.conversionQuoteId,
      insteadOf: request.insteadOfQuoteId,
    });
  },

  getInstruments: async (call, { limit }) => ({
    status: 'success',
    data: { instruments: await listInstruments(call.deps.db, signedIn(call).market, limit) },
  }),

  swapCrypto: async (call, request) => {
    const { userId, market } = signedIn(call);
    const data = await quoteSwap(call.deps, {
      ...{ userId, market },
      source: request.sourceCurrencyId,
      target: request.targetCurrencyId,
      amount: request.sourceCurrencyAmount,
      ttl: request.ttl,
    });
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
