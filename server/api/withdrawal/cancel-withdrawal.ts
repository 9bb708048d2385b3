import type { cancelWithdrawal as endpoint } from '#core/contract/withdrawal.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { cancelWithdrawal as cancel } from '#server/services/withdrawals/cancel-withdrawal.ts';

export const cancelWithdrawal: Handler<typeof endpoint> = async (call, { withdrawal_id: id }) => {
  const data = await cancel(call.deps, signedIn(call), id);
  return isRefused(data) ? data : { status: 'success', data };
};
