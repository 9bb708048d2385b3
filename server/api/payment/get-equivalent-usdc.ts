import type { getEquivalentUsdc as endpoint } from '#core/contract/payment.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { findPurchase } from '#server/services/purchases/purchases.ts';

export const getEquivalentUsdc: Handler<typeof endpoint> = async (call, request) => {
  const { userId } = signedIn(call);
  const purchase = await findPurchase(call.deps.db, userId, request.transaction_id);
  if (!purchase) return notFound();
  const { amount, currency, usdc_rate: usdcRate } = purchase;
  return { status: 'success', data: { amount, currency, usdcRate } };
};
