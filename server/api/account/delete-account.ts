import type { deleteAccount as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { forbidden } from '#server/refusal/refusals.ts';
import { deleteAccount as remove } from '#server/services/account/delete-account.ts';
import {
  limitSecondFactor,
  returnSecondFactorAttempt,
} from '#server/services/credentials/second-factor-limit.ts';

export const deleteAccount: Handler<typeof endpoint> = async (call, { give_up, password, otp }) => {
  const { deps } = call;
  const owner = signedIn(call);
  // Administrators are made and removed by the operator, not by themselves.
  if (owner.role === 'admin') return forbidden();
  const { userId } = owner;
  const limited = otp === '' ? undefined : await limitSecondFactor(deps, userId);
  if (limited) return limited;
  const refused = await remove(deps, owner, { giveUp: give_up, password, otp });
  if (otp !== '' && refused && refused.refusal.code !== 'INVALID_CODE') {
    await returnSecondFactorAttempt(deps, userId);
  }
  return refused ?? { status: 'success', message: 'Account has been successfully deleted' };
};
