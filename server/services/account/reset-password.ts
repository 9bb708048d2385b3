import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { otpTypes, type verifyOtpAndUpdatePassword } from '#core/contract/registration.ts';
import { checkResetPassword } from '#core/domain/validation.ts';
import { passwordResetMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { takeCode } from '#server/services/credentials/email-codes.ts';
import {
  hashPassword,
  passwordMatches,
  refuseCrowd,
} from '#server/services/credentials/passwords.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import { forgetAttempts } from '#server/services/sessions/login-guard.ts';
import { endSessions } from '#server/services/sessions/sessions.ts';
import { findUserByEmail } from '#server/services/users/users.ts';
import { holdWithdrawals } from '#server/services/withdrawals/security-hold.ts';
import { cancelWaiting } from '#server/services/withdrawals/withdrawal-steps.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** A freeze is lifted by a new password only: somebody else may know the current one. */
const sameAgain = (): Refused =>
  refuse(
    'INVALID_INPUT',
    'This is your current password. Choose a different one: someone else may know it.',
  );

/**
 * Changes a forgotten password. Returns why, if refused. It opens no session, so the second factor is
 * still asked for; it ends all sessions, cancels withdrawals that wait and holds those to come, because
 * the account or the mailbox may be in other hands.
 */
export async function resetPassword(
  deps: Deps,
  request: ParsedRequestOf<typeof verifyOtpAndUpdatePassword>,
): Promise<Refused | undefined> {
  const problem = checkResetPassword(request.password);
  if (problem) return refuse('INVALID_INPUT', problem);
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  const password_hash = await hashPassword(request.password);
  // Even if it does not count, or nobody has the address: the time it takes then reveals nothing.
  const before = await findUserByEmail(deps.db, request.email);
  const isSame = await passwordMatches(before?.password_hash, request.password);
  const changed = await inTransaction(deps.db, async (tx) => {
    const what = { email: request.email, purpose: otpTypes.resetPassword };
    if (!(await takeCode(tx, deps.clock, what, request.otp))) return false;
    // Rolled back, so that the code can be used with another password.
    if (isSame && before?.withdrawals_frozen) return sameAgain();
    const user = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('email', '=', request.email)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!user) return false;
    await cancelWaiting(deps, tx, user.id, 'password-reset');
    await holdWithdrawals(tx, deps.clock, user.id, 'password-reset');
    await endSessions(tx, user.id);
    await queueMail(deps, tx, passwordResetMail(await alarmedRecipientOf(deps, tx, user.id)));
    return true;
  });
  if (isRefused(changed)) return changed;
  // Refused outside: the transaction is kept, because a code that was tried has been used.
  if (!changed) return refuse('INVALID_CODE', 'Invalid code');
  // Those who locked the account by guessing must not lock out its owner.
  await forgetAttempts(deps, request.email);
  return undefined;
}
