import type { Attestation, addPasskey } from '#core/contract/account/passkeys.ts';
import { LONGEST_PASSKEY_NAME } from '#core/contract/account/passkeys.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { CURRENT_PASSWORD_NEEDED } from '#core/words/account.ts';
import {
  passkeyAddedMail,
  passkeyRemovedMail,
  passkeyRenamedMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { suggestedName } from '#server/services/access/credentials/passkey-kinds.ts';
import {
  checkNewPasskey,
  issueChallenge,
  listPasskeys,
  takeChallenge,
} from '#server/services/access/credentials/passkeys.ts';
import { endShown } from '#server/services/access/credentials/second-factor.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import { stopRecoveryOf } from '#server/services/access/recovery/recoveries.ts';
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
import { holdWithdrawals, isQuiet } from '#server/services/money-out/withdrawals/security-hold.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** More devices than anybody owns. */
const MOST = 20;

/** The proof of identity: a code, or a passkey instead, if 2FA is on; otherwise the password. */
export interface PasskeyProof {
  readonly password?: string | undefined;
  readonly otp?: string | undefined;
}

/** Runs `work` with the account locked, after checking the proof. */
async function proved<T>(
  deps: Deps,
  owner: Owner,
  { password, otp = '' }: PasskeyProof,
  work: (tx: Tx, account: UserRow) => Promise<T | Refused>,
): Promise<T | Refused> {
  // Hashing is slow: the password is checked before anything is locked.
  const shown =
    otp === ''
      ? await showPassword(deps, owner, password)
      : refuse('PASSWORD_REQUIRED', CURRENT_PASSWORD_NEEDED);
  return withAccount(deps, owner, async (tx, account) => {
    if (account.two_factor) {
      const right = await takeSecondFactorAndTell(deps, tx, owner, otp);
      if (isRefused(right)) return right;
    } else {
      const refused =
        checkShown(account, shown) ??
        (await mustShowAgain(deps, tx, account, owner.sessionId)) ??
        (await refuseMailboxAlone(tx, account, owner.sessionId));
      if (refused) return refused;
    }
    return work(tx, account);
  });
}

/** A challenge to add a passkey, and the account's passkeys, after checking the proof. */
export const beginPasskey = (deps: Deps, owner: Owner, proof: PasskeyProof) =>
  proved(deps, owner, proof, async (tx, { id }) => {
    const known = await listPasskeys(tx, id);
    if (known.length >= MOST) {
      return refuse('INVALID_INPUT', `You have ${MOST} passkeys. Remove one first.`);
    }
    const challenge = await issueChallenge(deps, tx, 'add', owner);
    return { challenge, known: known.map((one) => one.id) };
  });

const notMade = (): Refused =>
  refuse('INVALID_INPUT', 'The passkey could not be added. Please try again.');

/**
 * Adds the passkey that answers the challenge. If it is added to a second factor, or withdrawals were made
 * recently, withdrawals are held for a day, as when a factor moves.
 */
export async function keepPasskey(
  deps: Deps,
  owner: Owner,
  credential: Attestation,
): Promise<AnswerOf<typeof addPasskey>['data'] | Refused> {
  const { userId, sessionId } = owner;
  const taken = await takeChallenge(deps, credential.clientDataJSON, 'add', sessionId);
  const made = taken && (await checkNewPasskey(deps, credential, taken.challenge));
  if (!made) return notMade();
  return withAccount(deps, owner, async (tx, account) => {
    const known = await listPasskeys(tx, userId);
    if (known.length >= MOST) return notMade();
    const name = suggestedName(
      made.aaguid,
      known.map((one) => one.name),
    ).slice(0, LONGEST_PASSKEY_NAME);
    const added = await tx
      .insertInto('passkeys')
      .values({
        ...made,
        user_id: userId,
        name,
        added_at: deps.clock.sql,
        added_by: sessionId,
        used_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) return notMade();
    const holds = account.two_factor || !(await isQuiet(tx, deps.clock, account));
    if (holds) await holdWithdrawals(tx, deps.clock, userId, 'two-factor');
    // This session has just shown it; whoever is in another one has not (READ-08).
    await strengthen(deps, tx, owner, 'passkey');
    await endSessions(deps, tx, userId, sessionId);
    // Whoever showed the factor has not lost it.
    if (account.two_factor) await stopRecoveryOf(deps, tx, userId, 'change');
    const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
    await queueMail(deps, tx, passkeyAddedMail(recipient, name, holds));
    return { id: made.id, name };
  });
}

const passkeyOf = (tx: Tx, userId: string, id: string) =>
  tx
    .selectFrom('passkeys')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function renamePasskey(
  deps: Deps,
  owner: Owner,
  { id, name, ...proof }: PasskeyProof & { readonly id: string; readonly name: string },
): Promise<Refused | undefined> {
  const done = await proved(deps, owner, proof, async (tx, { id: userId }) => {
    const before = await passkeyOf(tx, userId, id);
    if (!before) return notFound();
    await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    const recipient = await alarmedRecipientOf(deps, tx, userId, owner.sessionId);
    await queueMail(deps, tx, passkeyRenamedMail(recipient, { from: before.name, to: name }));
    return undefined;
  });
  return isRefused(done) ? done : undefined;
}

/**
 * Removes a passkey. Customers still have their password; administrators and officers without an
 * authenticator must keep their last passkey.
 */
export async function removePasskey(
  deps: Deps,
  owner: Owner,
  { id, ...proof }: PasskeyProof & { readonly id: string },
): Promise<Refused | undefined> {
  const done = await proved(deps, owner, proof, async (tx, account) => {
    const before = await passkeyOf(tx, account.id, id);
    if (!before) return notFound();
    const others = (await listPasskeys(tx, account.id)).length - 1;
    if (account.role !== 'user' && !account.two_factor && others === 0) {
      return refuse(
        'INVALID_INPUT',
        'This is your last way in: a password alone does not let an administrator in. Add another passkey or turn on two-factor authentication first.',
      );
    }
    await tx.deleteFrom('passkeys').where('id', '=', id).execute();
    // What it was shown for a moment ago does not outlive it (HARD-98).
    await endShown(tx, account.id);
    await endStaffActs(deps, tx, account.id);
    const recipient = await alarmedRecipientOf(deps, tx, account.id, owner.sessionId);
    await queueMail(deps, tx, passkeyRemovedMail(recipient, before.name));
    return undefined;
  });
  return isRefused(done) ? done : undefined;
}
