import {
  type verifyOtpAndUpdatePassword as endpoint,
  otpTypes,
} from '#core/contract/registration.ts';
import { checkResetPassword } from '#core/domain/validation.ts';
import { passwordResetMail } from '#server/adapters/mail/texts.ts';
import type { Handler } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { takeCode } from '#server/services/email-codes.ts';
import { forgetAttempts } from '#server/services/login-guard.ts';
import { queueMail } from '#server/services/outbox.ts';
import { hashPassword, refuseCrowd } from '#server/services/passwords.ts';
import { limitAddress } from '#server/services/rate-limit.ts';
import { alarmedRecipientOf } from '#server/services/recipients.ts';
import { holdWithdrawals } from '#server/services/security-hold.ts';
import { endSessions } from '#server/services/sessions.ts';
import { cancelWaiting } from '#server/services/withdrawal-steps.ts';
import { inTransaction } from '#server/store/transaction.ts';

/**
 * Changes a forgotten password. It opens no session, so the second factor is still asked for; it
 * ends all sessions, cancels the withdrawals that wait and holds those to come, as the account or
 * the mailbox may be in other hands.
 */
export const verifyOtpAndUpdatePassword: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const limited = await limitAddress(deps, call.ip);
  if (limited) return limited;
  const problem = checkResetPassword(request.password);
  if (problem) return refuse('INVALID_INPUT', problem);
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  const password_hash = await hashPassword(request.password);
  const userId = await inTransaction(deps.db, async (tx) => {
    const what = { email: request.email, purpose: otpTypes.resetPassword };
    if (!(await takeCode(tx, deps.clock, what, request.otp))) return undefined;
    const user = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('email', '=', request.email)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!user) return undefined;
    await cancelWaiting(deps, tx, user.id, 'password-reset');
    await holdWithdrawals(tx, deps.clock, user.id, 'password-reset');
    await endSessions(tx, user.id);
    await queueMail(deps, tx, passwordResetMail(await alarmedRecipientOf(deps, tx, user.id)));
    return user.id;
  });
  if (userId === undefined) return refuse('INVALID_CODE', 'Invalid code');
  // Those who locked the account out by guessing do not lock out its owner.
  await forgetAttempts(deps, request.email);
  return { status: 'success', message: 'Password Changed' };
};
