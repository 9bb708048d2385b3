import type { enableTwoFactor as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { turnOn } from '#server/services/account/two-factor-switch.ts';
import {
  limitSecondFactor,
  returnSecondFactorAttempt,
} from '#server/services/credentials/second-factor-limit.ts';

export const enableTwoFactor: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const owner = signedIn(call);
  const limited = await limitSecondFactor(deps, owner.userId);
  if (limited) return limited;
  const codes = await turnOn(deps, owner, request);
  // Nothing was tried of the code where the password was wrong.
  if (isRefused(codes) && codes.refusal.code !== 'INVALID_CODE') {
    await returnSecondFactorAttempt(deps, owner.userId);
  }
  if (isRefused(codes)) return codes;
  return {
    status: 'success',
    message: 'Two-Factor Authentication has been successfully enabled',
    data: { recoveryCodes: codes },
  };
};
