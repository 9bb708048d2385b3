import type { disableTwoFactor as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { invalidCode } from '#server/refusal/refusals.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
} from '#server/services/second-factor-limit.ts';
import { turnOff } from '#server/services/two-factor-switch.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Turns 2FA off (BEY-10); withdrawals are held for a day (BEY-14). */
export const disableTwoFactor: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limitSecondFactor(deps, userId);
  if (limited) return limited;
  const off = await inTransaction(deps.db, (tx) => turnOff(deps, tx, userId, otp));
  if (!off) return invalidCode();
  await forgetSecondFactorAttempts(deps, userId);
  return { status: 'success', message: 'Two-Factor Authentication has been turned off' };
};
