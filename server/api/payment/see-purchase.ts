import type { seePurchase as endpoint } from '#core/contract/purchases.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { markSeen } from '#server/services/purchases/purchases.ts';

export const seePurchase: Handler<typeof endpoint> = async (call, request) =>
  (await markSeen(call.deps, signedIn(call).userId, request.transaction_id)) ?? {
    status: 'success',
  };
