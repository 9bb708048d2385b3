import {
  recoveryCodesMail,
  twoFactorMovedMail,
  twoFactorOffMail,
  twoFactorOnMail,
  twoFactorProposedMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { invalidCode } from '#server/refusal/refusals.ts';
import { guessing, isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { hasPasskey } from '#server/services/access/credentials/passkeys.ts';
import {
  dropSecondFactor,
  endShown,
  newSecret,
  noneProposed,
  pendingContext,
  replaceRecoveryCodes,
  secretContext,
  stepOf,
} from '#server/services/access/credentials/second-factor.ts';
import { forgiveGuesses } from '#server/services/access/credentials/second-factor-limit.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import { endRecovery, stopRecoveryOf } from '#server/services/access/recovery/recoveries.ts';
import {
  endSessions,
  mustShowAgain,
  strengthen,
} from '#server/services/access/sessions/sessions.ts';
import { endStaffActs } from '#server/services/access/sessions/staff-acts.ts';
import { refuseMailboxAlone } from '#server/services/customers/users/mailbox-alone.ts';
import { type UserRow, withAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import {
  holdOf,
  holdWithdrawals,
  isQuiet,
} from '#server/services/money-out/withdrawals/security-hold.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** Takes a code where nothing else is asked for: an empty one is a wrong one. */
async function codeAlone(deps: Deps, tx: Tx, owner: Owner, code: string) {
  const shown = await takeSecondFactorAndTell(deps, tx, owner, code);
  return isRefused(shown) && shown.refusal.code === 'SECOND_FACTOR_REQUIRED'
    ? invalidCode()
    : shown;
}

/**
 * Proposes a secret, which counts only after its first right code (SEC-01). If 2FA is on, a code is required,
 * and the current secret stays valid until then (HARD-47).
 */
export const proposeSecret = (deps: Deps, owner: Owner, code: string | undefined) =>
  withAccount(deps, owner, async (tx, account) => {
    const { id: userId, email, two_factor } = account;
    const again =
      (await mustShowAgain(deps, tx, account, owner.sessionId)) ??
      (await refuseMailboxAlone(tx, account, owner.sessionId));
    if (again) return again;
    // Otherwise somebody with an open session could replace the second factor by their own.
    if (two_factor && code === undefined) {
      return refuse('INVALID_INPUT', 'Two-factor authentication is already on.');
    }
    const shown = two_factor && (await codeAlone(deps, tx, owner, code ?? ''));
    if (isRefused(shown)) return shown;
    const secret = newSecret(deps.random, email);
    await tx
      .updateTable('users')
      .set({
        two_factor_pending: sealSecret(deps, pendingContext(userId), secret.base32),
        two_factor_pending_by: owner.sessionId,
        two_factor_pending_at: deps.clock.sql,
      })
      .where('id', '=', userId)
      .execute();
    // The code that it took is all that moving the factor takes, besides the password.
    if (two_factor) {
      const recipient = await alarmedRecipientOf(deps, tx, userId, owner.sessionId);
      await queueMail(deps, tx, twoFactorProposedMail(recipient));
    }
    return secret;
  });

/** How long a proposed secret waits for its first code. */
const PROPOSED_MS = 10 * 60_000;

interface NewFactor {
  readonly security_key: string;
  readonly otp: string;
}

/**
 * The time step of the first code for the pending secret, and that secret; undefined if the code or secret is
 * wrong.
 */
function proved(deps: Deps, account: UserRow, { sessionId }: Owner, given: NewFactor) {
  const { two_factor_pending: pending, two_factor_pending_by: by } = account;
  const at = account.two_factor_pending_at?.getTime() ?? 0;
  // A proposal is its session's, and for a few minutes (READ-08).
  if (by !== sessionId || at + PROPOSED_MS <= deps.clock.now()) return undefined;
  const secret = pending && openSecret(deps, pendingContext(account.id), pending);
  // The page names the secret it shows: another tab may have asked for a newer one.
  if (!secret || secret !== given.security_key) return undefined;
  const step = stepOf(secret, given.otp.replace(/\s/g, ''), deps.clock.now());
  const sealed = sealSecret(deps, secretContext(account.id), secret);
  return step === undefined ? undefined : { sealed, step };
}

/**
 * Makes the pending secret the account's, and returns new recovery codes. If 2FA was on, a code was required
 * when the secret was proposed.
 */
async function adopt(
  deps: Deps,
  tx: Tx,
  owner: Owner,
  { sealed, step }: { readonly sealed: string; readonly step: number },
): Promise<string[]> {
  const { userId, sessionId } = owner;
  const { on_known_device: known } = await tx
    .selectFrom('sessions')
    .select('on_known_device')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({
      two_factor: true,
      two_factor_secret: sealed,
      ...noneProposed,
      two_factor_step: step,
      two_factor_since: deps.clock.sql,
      two_factor_by: sessionId,
      two_factor_known: known,
    })
    .where('id', '=', userId)
    .execute();
  // Codes of the factor of before, and passkeys shown instead of one, lead on to nothing any more (HARD-98).
  await endShown(tx, userId);
  // This session has just shown it; whoever is in another one has not (READ-08).
  await strengthen(deps, tx, owner, 'app');
  await endSessions(deps, tx, userId, sessionId);
  return replaceRecoveryCodes(deps, tx, userId);
}

/**
 * Turns 2FA on with the pending secret's first code; returns the recovery codes. Moving the factor, or
 * turning it off and on again, counts as one change with one hold (HARD-47).
 */
async function enable(
  deps: Deps,
  tx: Tx,
  account: UserRow,
  { owner, given }: { readonly owner: Owner; readonly given: NewFactor },
): Promise<string[] | undefined> {
  const right = proved(deps, account, owner, given);
  if (!right) return undefined;
  await forgiveGuesses(tx, account.id);
  const moves = account.two_factor;
  const heldForIt = holdOf(account, deps.clock.now())?.reason === 'two-factor';
  const holds = !heldForIt && (moves || !(await isQuiet(tx, deps.clock, account)));
  const codes = await adopt(deps, tx, owner, right);
  if (moves) await stopRecoveryOf(deps, tx, account.id, 'change');
  if (holds) await holdWithdrawals(tx, deps.clock, account.id, 'two-factor');
  const recipient = await alarmedRecipientOf(deps, tx, account.id, owner.sessionId);
  await queueMail(
    deps,
    tx,
    moves ? twoFactorMovedMail(recipient, holds) : twoFactorOnMail(recipient, holds),
  );
  return codes;
}

/** Turns 2FA off with an authenticator's or a recovery code, or a passkey. */
async function disable(
  deps: Deps,
  tx: Tx,
  owner: Owner,
  { role, code }: Pick<UserRow, 'role'> & { readonly code: string },
): Promise<Refused | undefined> {
  const { userId, sessionId } = owner;
  const shown = await codeAlone(deps, tx, owner, code);
  if (isRefused(shown)) return shown;
  if (role !== 'user' && !(await hasPasskey(tx, userId))) {
    return refuse(
      'INVALID_INPUT',
      'This is your last way in: a password alone does not let you in. Add a passkey first, or move two-factor authentication to another phone.',
    );
  }
  // Written while 2FA is still on, so that the mail quotes the anti-phishing code.
  await queueMail(
    deps,
    tx,
    twoFactorOffMail(await alarmedRecipientOf(deps, tx, userId, sessionId)),
  );
  await dropSecondFactor(tx, userId);
  await endStaffActs(deps, tx, userId);
  await endRecovery(tx, userId);
  await holdWithdrawals(tx, deps.clock, userId, 'two-factor');
  return undefined;
}

/** Makes new recovery codes; needs an authenticator's code or an old recovery code. */
async function renew(deps: Deps, tx: Tx, owner: Owner, code: string) {
  const { userId, sessionId } = owner;
  const shown = await codeAlone(deps, tx, owner, code);
  if (isRefused(shown)) return shown;
  await queueMail(
    deps,
    tx,
    recoveryCodesMail(await alarmedRecipientOf(deps, tx, userId, sessionId)),
  );
  return replaceRecoveryCodes(deps, tx, userId);
}

/**
 * Turns 2FA on or moves it, with the password and the first right code for the secret that this server made
 * (SEC-01, BEY-10, BEY-14, HARD-21, HARD-47).
 */
export async function turnOn(
  deps: Deps,
  owner: Owner,
  { password, ...given }: NewFactor & { readonly password?: string | undefined },
): Promise<string[] | Refused> {
  const shown = await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  return withAccount(
    deps,
    owner,
    async (tx, account) =>
      checkShown(account, shown) ??
      (await refuseMailboxAlone(tx, account, owner.sessionId)) ??
      (await enable(deps, tx, account, { owner, given })) ??
      guessing(invalidCode()),
  );
}

/** Turns 2FA off (BEY-10); withdrawals are held for a day (BEY-14). */
export const turnOff = (deps: Deps, owner: Owner, code: string): Promise<Refused | undefined> =>
  withAccount(deps, owner, (tx, { role }) => disable(deps, tx, owner, { role, code }));

/** New recovery codes; the previous ones are void. */
export const renewRecoveryCodes = (
  deps: Deps,
  owner: Owner,
  code: string,
): Promise<string[] | Refused> => withAccount(deps, owner, (tx) => renew(deps, tx, owner, code));
