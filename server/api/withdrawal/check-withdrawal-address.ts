import type { checkWithdrawalAddress as endpoint } from '#core/contract/withdrawal.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { familiarity } from '#server/services/known-addresses.ts';
import { findRoute } from '#server/services/payment-routes.ts';

export const checkWithdrawalAddress: Handler<typeof endpoint> = async (call, request) => {
  const { db } = call.deps;
  const { userId } = signedIn(call);
  const route = await findRoute(db, userId, request.paymentRouteId);
  if (!route) {
    return refuse('ROUTE_UNAVAILABLE', 'Payment route not found for selected network');
  }
  const to = {
    network: route.network,
    address: cleanAddress(request.cryptoAddress),
    // As withdrawals have it: the number, however it is written.
    tag: request.tag && String(Number(request.tag)),
  };
  return { status: 'success', data: await familiarity(call.deps, userId, to) };
};
