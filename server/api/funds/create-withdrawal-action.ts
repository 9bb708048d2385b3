import { createWithdrawal as endpoint } from '#core/contract/funds.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { createWithdrawal as create } from '#server/services/withdrawals/create-withdrawal.ts';

export const createWithdrawal: Handler<typeof endpoint> = async (
  call,
  { otp = '', addressCompared: looked = false, ...request },
) => {
  const { userId, sessionId } = signedIn(call);
  // Without the code: a repetition with another code is still the same withdrawal.
  const intent = { userId, sessionId, key: keyOf(call), operation: endpoint.path, request };
  return create(call.deps, intent, { otp, looked });
};
