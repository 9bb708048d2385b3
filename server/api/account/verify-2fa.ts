import type { verifyTwoFactor as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { takeSecondFactor } from '#server/services/second-factor.ts';
import { grant } from '#server/services/second-factor-grant.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
} from '#server/services/second-factor-limit.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** The code of the dialog before a withdrawal (D11): right once, then good for one withdrawal. */
export const verifyTwoFactor: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const session = signedIn(call);
  const limited = await limitSecondFactor(deps, session.userId);
  if (limited) return limited;
  const valid = await inTransaction(deps.db, async (tx) => {
    const right = await takeSecondFactor(deps, tx, session.userId, otp);
    if (right) await grant(tx, deps.clock, session);
    return right;
  });
  if (valid) await forgetSecondFactorAttempts(deps, session.userId);
  return { status: 'success', data: { valid } };
};
