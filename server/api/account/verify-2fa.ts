import type { verifyTwoFactor as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { readTwoFactor } from '#server/services/credentials/second-factor.ts';
import { limitSecondFactor } from '#server/services/credentials/second-factor-limit.ts';
import { showSecondFactor } from '#server/services/withdrawals/second-factor-grant.ts';

export const verifyTwoFactor: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const session = signedIn(call);
  // No code is right then, and none is an attempt: it may have been turned off on another device.
  if (!(await readTwoFactor(deps.db, session.userId))) {
    return refuse('INVALID_INPUT', 'Two-factor authentication is off. No code is needed.');
  }
  const limited = await limitSecondFactor(deps, session.userId);
  if (limited) return limited;
  const valid = await showSecondFactor(deps, session, otp);
  return { status: 'success', data: { valid } };
};
