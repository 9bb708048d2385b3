import type { generateTwoFactorSecret as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { proposeSecret } from '#server/services/account/two-factor-switch.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
} from '#server/services/credentials/second-factor-limit.ts';

export const generateTwoFactorSecret: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const owner = signedIn(call);
  const limited = otp === undefined ? undefined : await limitSecondFactor(deps, owner.userId);
  if (limited) return limited;
  const data = await proposeSecret(deps, owner, otp);
  if (isRefused(data)) return data;
  if (otp !== undefined) await forgetSecondFactorAttempts(deps, owner.userId);
  return { status: 'success', data };
};
