import { confirmSwap } from '#core/contract/swap.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { listInstruments } from '#server/services/offers/instruments.ts';
import { confirmSwap as confirm } from '#server/services/swaps/swap-confirm.ts';
import { quoteSwap } from '#server/services/swaps/swap-quote.ts';
import { type Handlers, keyOf, signedIn } from './handler.ts';

export const swapHandlers = {
  confirmSwap: async (call, request) => {
    const { userId, sessionId } = signedIn(call);
    // Somebody else's quote is answered like one that does not exist.
    if (request.userId !== userId) return notFound();
    const intent = { userId, sessionId, key: keyOf(call), operation: confirmSwap.path, request };
    return confirm(call.deps, intent, request.conversionQuoteId);
  },

  getInstruments: async (call, { limit }) => ({
    status: 'success',
    data: { instruments: await listInstruments(call.deps.db, signedIn(call).userId, limit) },
  }),

  swapCrypto: async (call, request) => {
    const data = await quoteSwap(call.deps, {
      userId: signedIn(call).userId,
      source: request.sourceCurrencyId,
      target: request.targetCurrencyId,
      amount: request.sourceCurrencyAmount,
      ttl: request.ttl,
    });
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
