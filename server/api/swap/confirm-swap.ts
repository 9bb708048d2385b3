import { confirmSwap as endpoint } from '#core/contract/swap.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { once } from '#server/services/once.ts';
import { executeQuote } from '#server/services/swap-confirm.ts';

export const confirmSwap: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  // Somebody else's quote is answered like one that does not exist.
  if (request.userId !== userId) return notFound();
  const intent = { userId, key: keyOf(call), operation: endpoint.path, request };
  return once(deps, intent, async (tx) => {
    const data = await executeQuote(deps, tx, userId, request.conversionQuoteId);
    return isRefused(data) ? data : { status: 'success' as const, data };
  });
};
