import { unavailable } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';
import { depositAddress, listDepositAddresses } from '#server/services/deposits/deposit-address.ts';
import { listIncoming } from '#server/services/deposits/deposits.ts';
import { answerDeposit } from '#server/services/deposits/originators.ts';
import { readSecondFactor } from '#server/services/notices/second-factor-asks.ts';
import { findRoute, listRoutes } from '#server/services/offers/payment-routes.ts';
import { refusedIfLimited } from '#server/services/risk/limited.ts';
import { readHold } from '#server/services/withdrawals/security-hold.ts';
import { readConfirmed } from '#server/services/withdrawals/transfer-confirmation.ts';
import { readLimit } from '#server/services/withdrawals/withdraw.ts';
import { type Handlers, signedIn } from './handler.ts';

export const fundsHandlers = {
  answerDeposit: async (call, request) => {
    const refused = await answerDeposit(call.deps, signedIn(call), request);
    return refused ?? { status: 'success' };
  },

  generateAddress: async (call, request) => {
    const { deps } = call;
    const { userId } = signedIn(call);
    const route = await findRoute(deps.db, userId, request.paymentRouteId);
    if (!route || route.currency !== request.currencyId) {
      return refuse('ROUTE_UNAVAILABLE', `No active payment route found for ${request.currencyId}`);
    }
    const limited = await refusedIfLimited(deps, userId);
    if (limited) return limited;
    const made = await depositAddress(deps, userId, route);
    return made ? { status: 'success', data: made } : unavailable();
  },

  getPaymentRoutes: async (call, page) => {
    const { db, clock } = call.deps;
    const { userId, market } = signedIn(call);
    return {
      status: 'success',
      data: await listRoutes(call.deps, market, page),
      withdrawalHold: await readHold(db, userId, call.now),
      withdrawalLimit: await readLimit(db, clock, userId),
      ...(await readSecondFactor(db, userId)),
      confirmed: await readConfirmed(db, userId),
    };
  },

  listReceiving: async (call) => {
    const { userId, market, asOf } = signedIn(call);
    const routes = await listRoutes(call.deps, market, { limit: 100, offset: 0 });
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
      as_of: asOf.toISOString(),
    };
  },
} satisfies Partial<Handlers>;
