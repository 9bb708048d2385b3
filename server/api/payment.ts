import { initTransaction, insertTransaction } from '#core/contract/payment.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { openPurchase } from '#server/services/purchases/open-purchase.ts';
import { findPurchase, listUnseen, markSeen } from '#server/services/purchases/purchases.ts';
import { recordByProvider } from '#server/services/purchases/record-purchase.ts';
import { type Handlers, keyOf, signedIn } from './handler.ts';

export const paymentHandlers = {
  getEquivalentUsdc: async (call, request) => {
    const { userId } = signedIn(call);
    const purchase = await findPurchase(call.deps.db, userId, request.transaction_id);
    if (!purchase) return notFound();
    const { amount, currency, usdc_rate: usdcRate } = purchase;
    return { status: 'success', data: { amount, currency, usdcRate } };
  },

  getPurchases: async (call) => {
    const { db, parties } = call.deps;
    return {
      status: 'success',
      data: {
        payment_test_env: parties.payment.sandbox,
        purchases: await listUnseen(db, signedIn(call).userId),
      },
    };
  },

  initTransaction: async (call, request) => {
    const { userId, sessionId } = signedIn(call);
    const intent = {
      userId,
      sessionId,
      key: keyOf(call),
      operation: initTransaction.path,
      request,
    };
    return openPurchase(call.deps, intent);
  },

  /** The status, amounts and asset the page sends are not believed (BUY-06). */
  insertTransaction: async (call, request) => {
    const { userId, sessionId } = signedIn(call);
    const intent = {
      userId,
      sessionId,
      key: keyOf(call),
      operation: insertTransaction.path,
      request,
    };
    return recordByProvider(call.deps, intent, request.transaction_id, request.device_type);
  },

  seePurchase: async (call, request) =>
    (await markSeen(call.deps, signedIn(call).userId, request.transaction_id)) ?? {
      status: 'success',
    },
} satisfies Partial<Handlers>;
