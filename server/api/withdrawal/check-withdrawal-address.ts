import type { checkWithdrawalAddress as endpoint } from '#core/contract/withdrawal.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { routeUnavailable } from '#server/refusal/refusals.ts';
import { findRoute } from '#server/services/offers/payment-routes.ts';
import { familiarity } from '#server/services/withdrawals/known-addresses.ts';
import { plainTag } from '#server/services/withdrawals/withdrawal-checks.ts';

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
