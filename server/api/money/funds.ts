import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';
import { refusedAtGate } from '#server/services/customers/risk/limited.ts';
import { findRoute } from '#server/services/exchange/offers/payment-routes.ts';
import {
  depositAddress,
  readReceiving,
} from '#server/services/money-in/deposits/deposit-address.ts';
import { answerDeposit } from '#server/services/money-in/deposits/originators.ts';
import { readPaymentRoutes } from '#server/services/money-out/withdrawals/ways-out.ts';

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
    const limited = await refusedAtGate(deps, userId, 'receive', [route.currency]);
    if (limited) return limited;
    const made = await depositAddress(deps, userId, route);
    return made ? { status: 'success', data: made } : unavailable();
  },

  getPaymentRoutes: async (call, page) => {
    const read = await readPaymentRoutes(call.deps, signedIn(call), page);
    return read ? { status: 'success', ...read } : notFound();
  },

  listReceiving: async (call) => {
    const customer = signedIn(call);
    const data = await readReceiving(call.deps, customer);
    return { status: 'success', data, as_of: customer.asOf.toISOString() };
  },
} satisfies Partial<Handlers>;
