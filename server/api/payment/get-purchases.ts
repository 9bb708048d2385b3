import type { getPurchases as endpoint } from '#core/contract/purchases.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { listUnseen } from '#server/services/purchases/purchases.ts';

export const getPurchases: Handler<typeof endpoint> = async (call) => {
  const { db, parties } = call.deps;
  return {
    status: 'success',
    data: {
      payment_test_env: parties.payment.sandbox,
      purchases: await listUnseen(db, signedIn(call).userId),
    },
  };
};
