import { insertTransaction as endpoint } from '#core/contract/payment.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { recordByProvider } from '#server/services/purchases/record-purchase.ts';

/** The status, amounts and asset the page sends are not believed (BUY-06). */
export const insertTransaction: Handler<typeof endpoint> = async (call, request) => {
  const { userId, sessionId } = signedIn(call);
  const intent = { userId, sessionId, key: keyOf(call), operation: endpoint.path, request };
  return recordByProvider(call.deps, intent, request.transaction_id, request.device_type);
};
