import type { renewRecoveryCodes as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { renewRecoveryCodes as renew } from '#server/services/account/two-factor-switch.ts';
import { limitSecondFactor } from '#server/services/credentials/second-factor-limit.ts';

export const renewRecoveryCodes: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const owner = signedIn(call);
  const limited = await limitSecondFactor(deps, owner.userId);
  if (limited) return limited;
  const recoveryCodes = await renew(deps, owner, otp);
  return isRefused(recoveryCodes) ? recoveryCodes : { status: 'success', data: { recoveryCodes } };
};
