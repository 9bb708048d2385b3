import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import type { UserRow } from './users.ts';

/**
 * The mailbox is one factor (READ-14): whoever reads it resets the password and receives every mailed code. So after a
 * reset by a mailed code, nothing that only the mailbox and this password speak for moves money or changes a way in,
 * until something else was shown: a passkey, the authenticator, a device known from before, or the identity check.
 *
 * The mark is the password's, and not each session's: whoever signs in with it and shows something else has the password
 * and that, and a thief who set it has told it to nobody. It goes with the next reset, which ends all sessions. A session
 * opened by a passkey says nothing of the password, so it counts for itself.
 */

/** Whether nothing but the mailbox speaks for a session, as an SQL expression about rows of `users` and `sessions`. */
export const isMailboxAloneSql = sql<boolean>`(users.role = 'user'
  and users.password_mailed_at is not null and not users.password_by_identity
  and sessions.second_factor_at is null)`;

/** The same of one session, as an SQL expression about rows of `users` alone. */
export const isMailboxAloneOf = (sessionId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from sessions
    where sessions.id = ${sessionId} and ${isMailboxAloneSql})`;

/** The same of one session. */
async function isMailboxAlone(reader: Reader, owner: Owner): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`select ${isMailboxAloneSql} as alone
    from users join sessions on sessions.user_id = users.id
    where users.id = ${owner.userId} and sessions.id = ${owner.sessionId}`.execute(reader);
  return rows[0]?.alone === true;
}

/** What is refused where only the mailbox speaks for the caller, and what the owner can do. */
const REFUSED =
  'Your password was reset by email, and nothing but that mailbox has been shown here since. Sign in with a passkey or on a device that you used before, or confirm under Profile, Verification that it is you; then this works as before.';

/** Refuses what the mailbox alone must not do. The account's row is locked. */
export async function refuseMailboxAlone(
  tx: Tx,
  account: Pick<UserRow, 'id' | 'password_mailed_at'>,
  sessionId: string,
): Promise<Refused | undefined> {
  if (account.password_mailed_at === null) return undefined;
  const alone = await isMailboxAlone(tx, { userId: account.id, sessionId });
  return alone ? refuse('ANOTHER_PROOF_NEEDED', REFUSED) : undefined;
}

/** What is stored of the password with each proof. An identity check can be taken back: it suspends the mark. */
const marks = ({ clock }: Pick<Deps, 'clock'>) =>
  ({
    mailbox: { password_mailed_at: clock.sql, password_by_identity: false },
    identity: { password_by_identity: true },
    more: { password_mailed_at: null, password_by_identity: false },
  }) as const;

/**
 * Marks the account's password as one that a mailed code alone has set, or as one that something else vouches for: an
 * identity check, which can be taken back, or more.
 */
export const markPassword = (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  by: 'mailbox' | 'identity' | 'more',
): Promise<unknown> =>
  tx.updateTable('users').set(marks(deps)[by]).where('id', '=', userId).execute();
