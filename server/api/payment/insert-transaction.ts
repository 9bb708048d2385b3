import type { AnswerOf } from '#core/contract/endpoint.ts';
import { insertTransaction as endpoint } from '#core/contract/payment.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { notFound, unavailable } from '#server/api/refusals.ts';
import { earlierAnswer, once } from '#server/services/once.ts';
import { findPurchase, recordPurchase } from '#server/services/purchases.ts';

/**
 * Records a purchase by what the provider says of it (BUY-06); the status, amounts and asset the page
 * sends are not believed. While the provider has not decided the answer is `unknown` and nothing is
 * recorded: it may be asked again under a new key.
 */
export const insertTransaction: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const id = request.transaction_id;
  const intent = { userId, key: keyOf(call), operation: endpoint.path, request };
  const before = await earlierAnswer<AnswerOf<typeof endpoint>>(deps.db, intent);
  if (before) return before;
  const purchase = await findPurchase(deps.db, userId, id);
  if (!purchase) return notFound();
  const open = purchase.status === 'pending' || purchase.status === 'unknown';
  const outcome = open ? await deps.parties.payment.outcome(purchase.token) : purchase.status;
  if (outcome === undefined) return unavailable();
  return once(deps, intent, async (tx) => {
    const record = { id, userId, deviceType: request.device_type };
    const status =
      outcome === 'pending' ? 'unknown' : await recordPurchase(deps, tx, record, outcome);
    return { status: 'success' as const, data: { transaction_id: id, status } };
  });
};
