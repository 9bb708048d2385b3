import { createWithdrawal as endpoint } from '#core/contract/funds.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { createWithdrawal as create } from '#server/services/withdrawals/create-withdrawal.ts';

export const createWithdrawal: Handler<typeof endpoint> = async (
  call,
  { otp = '', password, addressCompared: looked = false, ...request },
) => {
  const { userId, sessionId } = signedIn(call);
  // Without code and password: a repetition with others is still the same withdrawal.
  const intent = { userId, sessionId, key: keyOf(call), operation: endpoint.path, request };
  return create(call.deps, intent, { otp, password, looked });
};
