import type { listReceiving as endpoint } from '#core/contract/receiving.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { listDepositAddresses } from '#server/services/deposits/deposit-address.ts';
import { listIncoming } from '#server/services/deposits/deposits.ts';
import { listRoutes } from '#server/services/offers/payment-routes.ts';

export const listReceiving: Handler<typeof endpoint> = async (call) => {
  const { userId } = signedIn(call);
  const routes = await listRoutes(call.deps, userId, { limit: 100, offset: 0 });
  const active = routes.filter((route) => route.is_active === 'on');
  return {
    status: 'success',
    data: {
      addresses: await listDepositAddresses(
        call.deps,
        userId,
        active.map((route) => route.payment_route_id),
      ),
      incoming: await listIncoming(call.deps, userId),
    },
    as_of: new Date(call.now).toISOString(),
  };
};
