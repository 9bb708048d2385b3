import type { verifyTwoFactor as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { showSecondFactor } from '#server/services/second-factor-grant.ts';
import { limitSecondFactor } from '#server/services/second-factor-limit.ts';

export const verifyTwoFactor: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const session = signedIn(call);
  const limited = await limitSecondFactor(deps, session.userId);
  if (limited) return limited;
  const valid = await showSecondFactor(deps, session, otp);
  return { status: 'success', data: { valid } };
};
