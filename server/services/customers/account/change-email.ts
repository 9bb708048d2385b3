import type { confirmEmailChange, requestEmailChange } from '#core/contract/account/account.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { checkEmail } from '#core/people/validation.ts';
import { INVALID_VERIFICATION_CODE, OTP_SENT } from '#core/words/codes.ts';
import { EMAIL_CHANGED } from '#core/words/security.ts';
import {
  changeEmailMail,
  emailChangedMail,
  emailLeftMail,
  emailTakenMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type BrowserOperation, earlierAnswer, runOnce } from '#server/platform/operations.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { CODE_MINUTES } from '#server/policy.ts';
import { notFound, wrongPassword } from '#server/refusal/refusals.ts';
import { isRefused, keeping, type Refused, refuse } from '#server/refusal/refused.ts';
import { codeRefused, watchCodes } from '#server/services/access/credentials/code-refusal.ts';
import {
  type CodeTrial,
  codePurposes,
  issueCode,
  tryCode,
} from '#server/services/access/credentials/email-codes.ts';
import { passwordMatches, refuseCrowd } from '#server/services/access/credentials/passwords.ts';
import { stopRecoveryOf } from '#server/services/access/recovery/recoveries.ts';
import { endSessions } from '#server/services/access/sessions/sessions.ts';
import { refuseMailboxAlone } from '#server/services/customers/users/mailbox-alone.ts';
import {
  findUser,
  findUserByEmail,
  forAccount,
  type UserRow,
} from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import {
  alarmedRecipientOf,
  recipientFrom,
  recipientOf,
} from '#server/services/messages/notices/recipients.ts';
import { newReportUrl } from '#server/services/messages/notices/report-links.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { noCodeYet } from './send-code.ts';

const PURPOSE = codePurposes.changeEmail;

/**
 * The person who knows the password may be the very one that the customer reported, or somebody who has nothing but the
 * mailbox (READ-14).
 */
const refuseDoubted = (
  tx: Tx,
  account: UserRow,
  { sessionId }: Owner,
): Promise<Refused | undefined> | Refused =>
  account.withdrawals_frozen
    ? refuse(
        'WITHDRAWALS_HELD',
        'You reported activity that was not yours. Reset your password to a new one first.',
      )
    : refuseMailboxAlone(tx, account, sessionId);

const SENT = { status: 'success', message: OTP_SENT } as const;
const CHANGED = { status: 'success', message: EMAIL_CHANGED } as const;

interface Asker extends Owner {
  /** The browser's random number. */
  readonly device: string | undefined;
  /** The key under which the browser may ask for the outcome. */
  readonly operation: BrowserOperation | undefined;
}

/**
 * Mails a code to the account's new address, after checking the password and, if 2FA is on, a code. If the
 * address has an account already, that account is told by mail; the answer is the same.
 */
export async function askForEmailChange(
  deps: Deps,
  owner: Asker,
  { email, password, otp }: ParsedRequestOf<typeof requestEmailChange>,
): Promise<typeof SENT | Refused> {
  const { userId, device, operation } = owner;
  const earlier = await earlierAnswer<typeof SENT>(deps.db, operation);
  if (earlier) return earlier;
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
  return runOnce<typeof SENT>(deps, operation, (tx) =>
    forAccount(tx, owner, async (account) => {
      // The password that was checked must still be the current one.
      if (account.password_hash !== user.password_hash) return wrongPassword();
      const doubted = await refuseDoubted(tx, account, owner);
      if (doubted) return doubted;
      const shown = account.two_factor && (await takeSecondFactorAndTell(deps, tx, owner, otp));
      if (isRefused(shown)) return shown;
      const made = await issueCode(deps, tx, { email, purpose: PURPOSE, device }, userId);
      if (made.kind === 'wait') return noCodeYet(made);
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
          : // Without the anti-phishing code: nobody has proved yet that this address is the customer's.
            changeEmailMail({ email }, made),
      );
      return SENT;
    }),
  );
}

/** Gives the account its new address, signs its other devices out and holds withdrawals (BEY-14). */
async function move(deps: Deps, tx: Tx, owner: Owner, from: string, to: string): Promise<void> {
  const { userId, sessionId } = owner;
  // Stopped while its mail still goes to the mailbox that asked for it.
  await stopRecoveryOf(deps, tx, userId, 'change');
  const former = await recipientOf(tx, userId);
  // Links mailed to the former address must bring it back as well: a thief's sign-in was reported there
  // first.
  await tx
    .updateTable('report_links')
    .set({ previous_email: from })
    .where('user_id', '=', userId)
    .where('previous_email', 'is', null)
    .execute();
  const { email_at_step: undoesFrom } = await tx
    .updateTable('users')
    .set({ email: to })
    .where('id', '=', userId)
    .returning('email_at_step')
    .executeTakeFirstOrThrow();
  const reported = { sessionId, previousEmail: from, undoesFrom };
  const reportUrl = await newReportUrl(deps, tx, userId, reported);
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
  await holdWithdrawals(tx, deps.clock, userId, 'email');
  await endSessions(deps, tx, userId, sessionId);
  await queueMail(deps, tx, emailLeftMail({ ...former, reportUrl }));
  await queueMail(
    deps,
    tx,
    emailChangedMail(await alarmedRecipientOf(deps, tx, userId, sessionId)),
  );
}

/** Changes the account's address to the one that the code was mailed to. */
export async function completeEmailChange(
  deps: Deps,
  owner: Asker,
  { email, code }: ParsedRequestOf<typeof confirmEmailChange>,
): Promise<typeof CHANGED | Refused> {
  const { userId, device, operation } = owner;
  const invalid = (trial: Exclude<CodeTrial, { kind: 'right' }>): Refused =>
    keeping(codeRefused(INVALID_VERIFICATION_CODE, trial, 'Your address was changed with it.'));
  const answer = await runOnce<typeof CHANGED>(deps, operation, (tx) =>
    forAccount(tx, owner, async (account) => {
      const doubted = await refuseDoubted(tx, account, owner);
      if (doubted) return doubted;
      const asked = await tx
        .selectFrom('email_changes')
        .select('email')
        .where('user_id', '=', userId)
        .where('email', '=', email)
        .where('expires_at', '>', deps.clock.sql)
        .executeTakeFirst();
      if (!asked) return invalid({ kind: account.email === email ? 'used' : 'none' });
      const trial = await tryCode(tx, deps.clock, { email, purpose: PURPOSE, device }, code);
      if (trial.kind !== 'right') return invalid(trial);
      // Somebody may have registered with this address since the code was sent.
      if (await findUserByEmail(tx, email)) {
        return keeping(
          refuse('EMAIL_TAKEN', 'You already have an account with this email address.'),
        );
      }
      await move(deps, tx, owner, account.email, email);
      return CHANGED;
    }),
  );
  return watchCodes(deps, answer);
}
