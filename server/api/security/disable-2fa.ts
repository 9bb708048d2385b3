import type { disableTwoFactor as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { turnOff } from '#server/services/account/two-factor-switch.ts';
import { limitSecondFactor } from '#server/services/credentials/second-factor-limit.ts';

export const disableTwoFactor: Handler<typeof endpoint> = async (call, { otp }) => {
  const owner = signedIn(call);
  const refused =
    (await limitSecondFactor(call.deps, owner.userId)) ?? (await turnOff(call.deps, owner, otp));
  return refused ?? { status: 'success', message: 'Two-Factor Authentication has been turned off' };
};
