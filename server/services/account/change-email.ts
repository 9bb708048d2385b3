import type { confirmEmailChange, requestEmailChange } from '#core/contract/change-email.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { checkEmail } from '#core/domain/validation.ts';
import {
  changeEmailMail,
  emailChangedMail,
  emailLeftMail,
  emailTakenMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { invalidCode, notFound, tooMany } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { CODE_MINUTES, issueCode, takeCode } from '#server/services/credentials/email-codes.ts';
import { passwordMatches, refuseCrowd } from '#server/services/credentials/passwords.ts';
import { takeSecondFactor } from '#server/services/credentials/second-factor.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import {
  alarmedRecipientOf,
  recipientFrom,
  recipientOf,
} from '#server/services/notices/recipients.ts';
import { newReportUrl } from '#server/services/notices/report-links.ts';
import { endSessions } from '#server/services/sessions/sessions.ts';
import {
  findUser,
  findUserByEmail,
  type UserRow,
  withAccount,
} from '#server/services/users/users.ts';
import { holdWithdrawals } from '#server/services/withdrawals/security-hold.ts';
import type { Tx } from '#server/store/schema.ts';

/** A code for this is worthless for everything else; `otpTypes` are those that anybody may ask for. */
const PURPOSE = 3;

const wrongPassword = (): Refused => refuse('INVALID_CREDENTIALS', 'Current password is incorrect');

/** Whoever knows the password may be the very person that the customer reported. */
const checkReported = ({ withdrawals_frozen }: UserRow): Refused | undefined =>
  withdrawals_frozen
    ? refuse(
        'WITHDRAWALS_HELD',
        'You reported activity that was not yours. Reset your password to a new one first.',
      )
    : undefined;

/**
 * Mails a code to the address that an account is to have, for its password and, where 2FA is on, a code.
 * An address that has an account is told so; the answer does not say it. Returns why, if refused.
 */
export async function askForEmailChange(
  deps: Deps,
  owner: Owner,
  { email, password, otp }: ParsedRequestOf<typeof requestEmailChange>,
): Promise<Refused | undefined> {
  const { userId } = owner;
  const problem = checkEmail(email);
  if (problem) return refuse('INVALID_INPUT', problem);
  const user = await findUser(deps.db, userId);
  if (!user) return notFound();
  if (user.email === email) {
    return refuse('INVALID_INPUT', 'This is already your email address.');
  }
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  if (!(await passwordMatches(user.password_hash, password))) return wrongPassword();
  return withAccount(deps, owner, async (tx, account) => {
    // The password that was checked must still be the current one.
    if (account.password_hash !== user.password_hash) return wrongPassword();
    const reported = checkReported(account);
    if (reported) return reported;
    if (account.two_factor && !(await takeSecondFactor(deps, tx, userId, otp))) {
      return otp === ''
        ? refuse('SECOND_FACTOR_REQUIRED', 'Please enter verification code')
        : invalidCode();
    }
    const made = await issueCode(deps, tx, { email, purpose: PURPOSE });
    if (made.kind === 'wait') return tooMany(made.seconds);
    const expires_at = deps.clock.sqlIn(CODE_MINUTES * 60);
    await tx
      .insertInto('email_changes')
      .values({ user_id: userId, email, expires_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ email, expires_at }))
      .execute();
    const holder = await findUserByEmail(tx, email);
    await queueMail(
      deps,
      tx,
      holder
        ? emailTakenMail(recipientFrom(holder))
        : changeEmailMail({ ...(await recipientOf(tx, userId)), email }, made),
    );
    return undefined;
  });
}

/** Gives the account its new address, signs its other devices out and holds withdrawals (BEY-14). */
async function move(deps: Deps, tx: Tx, owner: Owner, from: string, to: string): Promise<void> {
  const { userId, sessionId } = owner;
  const former = await recipientOf(tx, userId);
  // The links that were mailed there before bring it back as well: a thief who signed in was told of first.
  await tx
    .updateTable('report_links')
    .set({ previous_email: from })
    .where('user_id', '=', userId)
    .where('previous_email', 'is', null)
    .execute();
  const reportUrl = await newReportUrl(deps, tx, userId, from);
  await tx.updateTable('users').set({ email: to }).where('id', '=', userId).execute();
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
  await holdWithdrawals(tx, deps.clock, userId, 'email');
  await endSessions(tx, userId, sessionId);
  await queueMail(deps, tx, emailLeftMail({ ...former, reportUrl }));
  await queueMail(deps, tx, emailChangedMail(await alarmedRecipientOf(deps, tx, userId)));
}

/** Gives the account the address that the code was mailed to. Returns why, if refused. */
export async function completeEmailChange(
  deps: Deps,
  owner: Owner,
  { email, code }: ParsedRequestOf<typeof confirmEmailChange>,
): Promise<Refused | undefined> {
  const changed = await withAccount(deps, owner, async (tx, account) => {
    const reported = checkReported(account);
    if (reported) return reported;
    const asked = await tx
      .selectFrom('email_changes')
      .select('email')
      .where('user_id', '=', owner.userId)
      .where('email', '=', email)
      .where('expires_at', '>', deps.clock.sql)
      .executeTakeFirst();
    if (!asked || !(await takeCode(tx, deps.clock, { email, purpose: PURPOSE }, code))) {
      return 'wrong-code';
    }
    // Somebody may have registered with it since the code was sent.
    if (await findUserByEmail(tx, email)) return 'taken';
    await move(deps, tx, owner, account.email, email);
    return 'changed';
  });
  if (isRefused(changed)) return changed;
  // Refused outside: the transaction is kept, because a code that was tried has been used.
  switch (changed) {
    case 'wrong-code':
      return invalidCode();
    case 'taken':
      return refuse('EMAIL_TAKEN', 'You already have an account with this email address.');
    case 'changed':
      return undefined;
  }
}
