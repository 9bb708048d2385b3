import type { renewRecoveryCodes as endpoint } from '#core/contract/security.ts';
import { recoveryCodesMail } from '#server/adapters/mail/texts.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { invalidCode } from '#server/refusal/refusals.ts';
import { queueMail } from '#server/services/outbox.ts';
import { alarmedRecipientOf } from '#server/services/recipients.ts';
import { replaceRecoveryCodes, takeSecondFactor } from '#server/services/second-factor.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
} from '#server/services/second-factor-limit.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const renewRecoveryCodes: Handler<typeof endpoint> = async (call, { otp }) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limitSecondFactor(deps, userId);
  if (limited) return limited;
  const recoveryCodes = await inTransaction(deps.db, async (tx) => {
    if (!(await takeSecondFactor(deps, tx, userId, otp))) return undefined;
    await queueMail(deps, tx, recoveryCodesMail(await alarmedRecipientOf(deps, tx, userId)));
    return replaceRecoveryCodes(deps, tx, userId);
  });
  if (!recoveryCodes) return invalidCode();
  await forgetSecondFactorAttempts(deps, userId);
  return { status: 'success', data: { recoveryCodes } };
};
