import { requestEmailChange as endpoint } from '#core/contract/change-email.ts';
import { attemptOf, type Handler, signedIn } from '#server/api/handler.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { forbidden } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { askForEmailChange } from '#server/services/account/change-email.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
  returnSecondFactorAttempt,
} from '#server/services/credentials/second-factor-limit.ts';

export const requestEmailChange: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const owner = signedIn(call);
  const { userId, role } = owner;
  // Administrators are made and removed by the operator, by their addresses.
  if (role === 'admin') return forbidden();
  const limited =
    (await limit(deps, { key: `change-email:${userId}`, attempts: 10, windowSeconds: 3600 })) ??
    (request.otp === '' ? undefined : await limitSecondFactor(deps, userId));
  if (limited) return limited;
  const attempt = attemptOf(call, endpoint, { email: request.email });
  const asker = { ...owner, device: call.device, attempt };
  const answer = await askForEmailChange(deps, asker, request);
  if (request.otp !== '') {
    if (!isRefused(answer)) await forgetSecondFactorAttempts(deps, userId);
    else if (answer.refusal.code !== 'INVALID_CODE') await returnSecondFactorAttempt(deps, userId);
  }
  return answer;
};
