import { confirmSwap as endpoint } from '#core/contract/swap.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { confirmSwap as confirm } from '#server/services/swaps/swap-confirm.ts';

export const confirmSwap: Handler<typeof endpoint> = async (call, request) => {
  const { userId, sessionId } = signedIn(call);
  // Somebody else's quote is answered like one that does not exist.
  if (request.userId !== userId) return notFound();
  const intent = { userId, sessionId, key: keyOf(call), operation: endpoint.path, request };
  return confirm(call.deps, intent, request.conversionQuoteId);
};
