import type { getPaymentRoutes as endpoint } from '#core/contract/funds.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { listRoutes } from '#server/services/payment-routes.ts';

export const getPaymentRoutes: Handler<typeof endpoint> = async (call, page) => ({
  status: 'success',
  data: await listRoutes(call.deps.db, signedIn(call).userId, page),
});
