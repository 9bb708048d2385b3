import { otpTypes, type verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import type { WaysLeft } from '#core/contract/account/ways-in.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { checkResetPassword } from '#core/people/validation.ts';
import { INVALID_CODE } from '#core/words/codes.ts';
import { passwordResetMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type BrowserOperation, earlierAnswer, runOnce } from '#server/platform/operations.ts';
import { isRefused, keeping, type Refused, refuse } from '#server/refusal/refused.ts';
import { codeRefused, watchCodes } from '#server/services/access/credentials/code-refusal.ts';
import { refuseCommon } from '#server/services/access/credentials/common-passwords.ts';
import {
  type CodeTrial,
  codePurposes,
  forgetCodes,
  tryCode,
} from '#server/services/access/credentials/email-codes.ts';
import {
  callerFrom,
  hashPassword,
  passwordMatches,
  refuseCrowd,
} from '#server/services/access/credentials/passwords.ts';
import { waysLeftOf } from '#server/services/access/credentials/ways-in.ts';
import { endRecovery } from '#server/services/access/recovery/recoveries.ts';
import { trustsDevice } from '#server/services/access/sessions/known-devices.ts';
import { forgetAttempts } from '#server/services/access/sessions/login-guard.ts';
import { loseTrust } from '#server/services/access/sessions/lose-trust.ts';
import { frozen } from '#server/services/access/sessions/sign-in-steps.ts';
import { markPassword } from '#server/services/customers/users/mailbox-alone.ts';
import { findUserByEmail, lockAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { confirmCopy, rests } from '#server/services/operation/copies/older-copy.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { dropLateWaysIn } from './late-ways-in.ts';

/** A freeze or an older copy needs a new password: somebody else may know the current one. */
const sameAgain = (): Refused =>
  refuse(
    'INVALID_INPUT',
    'This is your current password. Choose a different one: someone else may know it.',
    { field: 'password' },
  );

const CHANGED = { status: 'success', message: 'Password Changed' } as const;
/** `ways`: for customers, whom the new password alone may let in. */
type Changed = typeof CHANGED & { readonly ways?: WaysLeft };

interface Asker {
  /** The browser's random number. */
  readonly device: string | undefined;
  readonly ip: string;
  /** The key under which the browser may ask for the outcome. */
  readonly operation: BrowserOperation | undefined;
}

const invalid = (trial: Exclude<CodeTrial, { kind: 'right' }>): Refused =>
  codeRefused(INVALID_CODE, trial, 'Your password was changed with it: sign in with the new one.');

/**
 * Changes a forgotten password. It opens no session, so the second factor is still asked for; it ends
 * all sessions, cancels withdrawals that wait and holds those to come, because the account or the
 * mailbox may be in other hands.
 */
export async function resetPassword(
  deps: Deps,
  request: ParsedRequestOf<typeof verifyOtpAndUpdatePassword>,
  { device, ip, operation }: Asker,
): Promise<Changed | Refused> {
  const earlier = await earlierAnswer<Changed>(deps.db, operation);
  if (earlier) return earlier;
  const problem = checkResetPassword(request.password);
  if (problem) return refuse('INVALID_INPUT', problem, { field: 'password' });
  const caller = callerFrom(ip);
  const crowded = refuseCrowd(caller);
  if (crowded) return crowded;
  const password_hash = await hashPassword(request.password, caller);
  // Looked up even if the code is wrong or the address unknown, so that the time taken reveals nothing.
  const before = await findUserByEmail(deps.db, request.email);
  const isSame = await passwordMatches(before?.password_hash, request.password, caller);
  const answer = await runOnce<Changed>(deps, operation, async (tx) => {
    const what = { email: request.email, purpose: otpTypes.resetPassword, device };
    const trial = await tryCode(tx, deps.clock, what, request.otp);
    if (trial.kind !== 'right') return keeping(invalid(trial));
    // Rolled back, so that the code can be used with another password.
    // Read again with the account locked: it may have been frozen since the password was compared (READ-10).
    const now = await lockAccount(tx, before?.id ?? '');
    const mustDiffer = now && (now.withdrawals_frozen || (await rests(tx, now.id)));
    if (isSame && mustDiffer) return sameAgain();
    const common = refuseCommon(request.password, [request.email], 'password');
    if (common) return common;
    const user = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('email', '=', request.email)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    // The code was guessed: it was mailed to nobody, so it counts as wrong.
    if (!user) return keeping(invalid({ kind: 'wrong', left: 0 }));
    // Rolled back: a mailbox alone opens no frozen account of staff (HARD-65).
    if (user.role !== 'user' && user.withdrawals_frozen) return frozen(user);
    await cancelWaiting(deps, tx, user.id, 'password-reset');
    await holdWithdrawals(tx, deps.clock, user.id, 'password-reset');
    await loseTrust(deps, tx, user.id);
    // Asked before devices are forgotten: one that the account knows is a second factor beside the mailbox (READ-14).
    const isKnown = await trustsDevice(deps, tx, user.id, device);
    await markPassword(deps, tx, user.id, isKnown ? 'more' : 'mailbox');
    const restored = await confirmCopy(tx, deps, user.id);
    // They may have stopped it since the copy was made.
    const dropped = await dropLateWaysIn(deps, tx, user);
    // Without the factor there is nothing to recover, either.
    if (restored || dropped.factor) await endRecovery(tx, user.id);
    const ways = await waysLeftOf(tx, user.id, dropped);
    // Somebody who knew the old password may have used up the codes for new devices (KEEP-15).
    await forgetCodes(tx, request.email, codePurposes.newDevice);
    if (user.role !== 'user') {
      await record(tx, deps, { actor: user.id, action: 'reset password by mail' });
    }
    const recipient = await alarmedRecipientOf(deps, tx, user.id);
    const staff = user.role !== 'user';
    const { recipients } = dropped;
    const facts = { restored, staff, ways, recipients, mailboxAlone: !staff && !isKnown };
    await queueMail(deps, tx, passwordResetMail(recipient, facts));
    return { ...CHANGED, ...(user.role === 'user' && { ways }) };
  });
  // A stranger who locked the account by guessing must not lock its owner out.
  if (!isRefused(answer)) await forgetAttempts(deps, request.email);
  return watchCodes(deps, answer);
}
