import { initTransaction as endpoint } from '#core/contract/payment.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { openPurchase } from '#server/services/purchases/open-purchase.ts';

export const initTransaction: Handler<typeof endpoint> = async (call, request) => {
  const { userId, sessionId } = signedIn(call);
  const intent = { userId, sessionId, key: keyOf(call), operation: endpoint.path, request };
  return openPurchase(call.deps, intent);
};
