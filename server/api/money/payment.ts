import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { accountOperation, type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { openPurchase } from '#server/services/money-in/purchases/open-purchase.ts';
import {
  findPurchase,
  listUnseen,
  markSeen,
  termsOf,
} from '#server/services/money-in/purchases/purchases.ts';
import { recordByProvider } from '#server/services/money-in/purchases/record-purchase.ts';

export const paymentHandlers = {
  getEquivalentUsdc: async (call, request) => {
    const { userId } = signedIn(call);
    const purchase = await findPurchase(call.deps.db, userId, request.transaction_id);
    if (!purchase) return notFound();
    const { amount, currency, usdc_rate: usdcRate } = purchase;
    return { status: 'success', data: { amount, currency, usdcRate, ...termsOf(purchase) } };
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

  initTransaction: (call, request) =>
    openPurchase(call.deps, accountOperation(call, initTransaction, request)),

  /** Status, amounts and asset from the page are not trusted (BUY-06). */
  insertTransaction: (call, request) =>
    recordByProvider(
      call.deps,
      accountOperation(call, insertTransaction, request),
      request.transaction_id,
      request.device_type,
    ),

  seePurchase: async (call, request) =>
    (await markSeen(call.deps, signedIn(call), request.transaction_id)) ?? {
      status: 'success',
    },
} satisfies Partial<Handlers>;
