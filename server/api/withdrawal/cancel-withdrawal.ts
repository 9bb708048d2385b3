import type { cancelWithdrawal as endpoint } from '#core/contract/withdrawal.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import { cancel } from '#server/services/withdrawal-steps.ts';
import { readWithdrawal } from '#server/services/withdrawal-view.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const cancelWithdrawal: Handler<typeof endpoint> = async (call, { withdrawal_id: id }) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const result = await inTransaction(deps.db, async (tx) => {
    await cancel(deps, tx, userId, id);
    const data = await readWithdrawal(deps, tx, userId, id);
    if (!data) return notFound();
    return data.status === 'cancelled'
      ? data
      : refuse('NOT_CANCELLABLE', 'This withdrawal can no longer be cancelled.');
  });
  return isRefused(result) ? result : { status: 'success', data: result };
};
