import type { generateAddress as endpoint } from '#core/contract/funds.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';
import { depositAddress } from '#server/services/deposits/deposit-address.ts';
import { findRoute } from '#server/services/offers/payment-routes.ts';

export const generateAddress: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const route = await findRoute(deps.db, userId, request.paymentRouteId);
  if (!route || route.currency !== request.currencyId) {
    return refuse('ROUTE_UNAVAILABLE', `No active payment route found for ${request.currencyId}`);
  }
  const made = await depositAddress(deps, userId, route);
  return made ? { status: 'success', data: made } : unavailable();
};
