import type { enableTwoFactor as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { invalidCode } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
} from '#server/services/second-factor-limit.ts';
import { turnOn } from '#server/services/two-factor-switch.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Turns 2FA on with the first right code of the secret this server made (SEC-01, BEY-10, BEY-14). */
export const enableTwoFactor: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limitSecondFactor(deps, userId);
  if (limited) return limited;
  const codes = await inTransaction(
    deps.db,
    async (tx) => (await turnOn(deps, tx, userId, request)) ?? invalidCode(),
  );
  if (isRefused(codes)) return codes;
  await forgetSecondFactorAttempts(deps, userId);
  return {
    status: 'success',
    message: 'Two-Factor Authentication has been successfully enabled',
    data: { recoveryCodes: codes },
  };
};
