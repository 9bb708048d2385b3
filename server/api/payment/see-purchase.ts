import type { seePurchase as endpoint } from '#core/contract/purchases.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { findPurchase } from '#server/services/purchases.ts';

/** The buyer has seen how a purchase ended. One that has not ended stays to be told about. */
export const seePurchase: Handler<typeof endpoint> = async (call, request) => {
  const { userId } = signedIn(call);
  const { db, clock } = call.deps;
  if (!(await findPurchase(db, userId, request.transaction_id))) return notFound();
  await db
    .updateTable('purchases')
    .set({ seen_at: clock.sql })
    .where('id', '=', request.transaction_id)
    .where('user_id', '=', userId)
    .where('status', 'not in', ['pending', 'unknown'])
    .where('seen_at', 'is', null)
    .execute();
  return { status: 'success' };
};
