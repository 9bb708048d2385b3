import type { getWithdrawal as endpoint } from '#core/contract/withdrawal.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { readWithdrawal } from '#server/services/withdrawals/withdrawal-view.ts';

export const getWithdrawal: Handler<typeof endpoint> = async (call, { withdrawal_id: id }) => {
  const { deps } = call;
  const data = await readWithdrawal(deps, deps.db, signedIn(call).userId, id);
  return data ? { status: 'success', data } : notFound();
};
