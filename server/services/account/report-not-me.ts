import { sql } from 'kysely';
import { emailReturnedMail, type FreezeFacts } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { checkShown, showPassword } from '#server/services/credentials/shown-password.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { LINK_DAYS } from '#server/services/notices/report-links.ts';
import { lockAccount, type UserRow, withAccount } from '#server/services/users/users.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { freeze } from './freeze.ts';

/** An account that has just been frozen. */
export interface Frozen {
  /** The address to which the code for a new password goes. */
  readonly email: string;
  readonly facts: FreezeFacts;
}

/** An address that cannot belong to anybody. */
const nowhere = (userId: string): string => `${userId}@frozen.invalid`;

/**
 * Gives an account its former address back. If another account has it by now, this account gets none, because
 * its present address may belong to the reported person. Returns whether it has the former address.
 */
async function takeBack(deps: Deps, tx: Tx, account: UserRow, previous: string): Promise<boolean> {
  const { id, email } = account;
  if (email === previous) return true;
  const former = await recipientOf(tx, id);
  const changed = await sql`update users set email = ${previous} where id = ${id}
    and not exists (select 1 from users where email = ${previous} and deleted_at is null)`.execute(
    tx,
  );
  const returned = changed.numAffectedRows === 1n;
  const nobody = nowhere(id);
  if (returned && email !== nobody) await queueMail(deps, tx, emailReturnedMail(former));
  if (!returned) {
    await tx.updateTable('users').set({ email: nobody }).where('id', '=', id).execute();
  }
  // Links mailed to the other address may be in the reported person's hands.
  await tx
    .deleteFrom('report_links')
    .where('user_id', '=', id)
    .where('previous_email', 'is distinct from', previous)
    .execute();
  return returned;
}

/**
 * Uses a report link up and freezes its account. A link from a mail about a changed address, or from before
 * the change, also brings the former address back. Undefined for a link that is used, expired or unknown.
 */
export const reportNotMe = (deps: Deps, token: string): Promise<Frozen | undefined> =>
  inTransaction(deps.db, async (tx) => {
    const { clock } = deps;
    const { rows } = await sql<{
      user_id: string;
      previous_email: string | null;
      since: Date;
    }>`update report_links set used_at = ${clock.sql}
      where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${clock.sql}
      returning user_id, previous_email,
        coalesce(reported_since, expires_at - ${LINK_DAYS} * interval '1 day') as since`.execute(
      tx,
    );
    const [link] = rows;
    if (!link) return undefined;
    const account = await lockAccount(tx, link.user_id);
    // A mailbox alone must not open a staff account, which a freeze and a new password would do (HARD-65).
    if (account?.role !== 'user') return undefined;
    const { previous_email: previous, since } = link;
    const returned = previous === null || (await takeBack(deps, tx, account, previous));
    const facts = await freeze(deps, tx, account, {
      since: new Date(since),
      // The mail goes to whoever pressed the link, whatever the account's address is now.
      ...(previous !== null && { mailTo: previous }),
      ...(!returned && { addressTaken: previous }),
    });
    return { email: previous ?? account.email, facts };
  });

/**
 * Freezes the account of a session from within the app. The password is checked if the page sends it; after
 * unlocking the device's own lock, the page sends none. A thief of a session gains nothing by it: the session
 * itself ends, and only the mailbox leads on.
 */
export async function freezeFromApp(
  deps: Deps,
  owner: Owner,
  password: string | undefined,
): Promise<Frozen | Refused> {
  const shown = password === undefined ? undefined : await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  return withAccount(deps, owner, async (tx, account) => {
    const refused = shown === undefined ? undefined : checkShown(account, shown);
    if (refused) return refused;
    const { created_at: since } = await tx
      .selectFrom('sessions')
      .select('created_at')
      .where('id', '=', owner.sessionId)
      .executeTakeFirstOrThrow();
    const facts = await freeze(deps, tx, account, {
      since,
      sessionId: owner.sessionId,
      keepsFactor: shown === undefined,
    });
    return { email: account.email, facts };
  });
}
