import type { getPaymentRoutes as endpoint } from '#core/contract/funds.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { readTwoFactor } from '#server/services/credentials/second-factor.ts';
import { listRoutes } from '#server/services/offers/payment-routes.ts';
import { readHold } from '#server/services/withdrawals/security-hold.ts';
import { readLimit } from '#server/services/withdrawals/withdraw.ts';

export const getPaymentRoutes: Handler<typeof endpoint> = async (call, page) => {
  const { db, clock } = call.deps;
  const { userId } = signedIn(call);
  return {
    status: 'success',
    data: await listRoutes(call.deps, userId, page),
    withdrawalHold: await readHold(db, userId, call.now),
    withdrawalLimit: await readLimit(db, clock, userId),
    twoFactor: await readTwoFactor(db, userId),
  };
};
