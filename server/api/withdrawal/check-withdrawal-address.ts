import type { checkWithdrawalAddress as endpoint } from '#core/contract/withdrawal.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { routeUnavailable } from '#server/refusal/refusals.ts';
import { familiarity } from '#server/services/known-addresses.ts';
import { findRoute } from '#server/services/payment-routes.ts';
import { plainTag } from '#server/services/withdrawal-checks.ts';

export const checkWithdrawalAddress: Handler<typeof endpoint> = async (call, request) => {
  const { db } = call.deps;
  const { userId } = signedIn(call);
  const route = await findRoute(db, userId, request.paymentRouteId);
  if (!route) return routeUnavailable();
  const to = {
    network: route.network,
    address: cleanAddress(request.cryptoAddress),
    tag: plainTag(request.tag),
  };
  return { status: 'success', data: await familiarity(call.deps, userId, to) };
};
