import { sql } from 'kysely';
import { emailReturnedMail, frozenMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { endSessions } from '#server/services/sessions/sessions.ts';
import { cancelWaiting } from '#server/services/withdrawals/withdrawal-steps.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Gives an account its former address, unless somebody has that by now; whether it has changed. */
async function takeBack(tx: Tx, userId: string, previous: string): Promise<boolean> {
  const changed = await sql`update users set email = ${previous} where id = ${userId}
    and not exists (select 1 from users where email = ${previous} and deleted_at is null)`.execute(
    tx,
  );
  return changed.numAffectedRows === 1n;
}

/**
 * Uses a link up: freezes withdrawals, cancels those that wait, ends every session of its account, and
 * tells the customer. What waits must not outlive the freeze: it may have been requested by the very
 * person the customer reports, and a password reset opens withdrawals again. The link of a mail about a
 * changed address brings the former address back. False for a link that is used, expired or not ours.
 */
export const reportNotMe = (deps: Deps, token: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const { clock } = deps;
    const { rows } = await sql<{
      user_id: string;
      previous_email: string | null;
    }>`update report_links set used_at = ${clock.sql}
      where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${clock.sql}
      returning user_id, previous_email`.execute(tx);
    const [link] = rows;
    if (!link) return false;
    const { user_id: userId, previous_email: previous } = link;
    const current = await recipientOf(tx, userId);
    if (previous !== null && (await takeBack(tx, userId, previous))) {
      await queueMail(deps, tx, emailReturnedMail(current));
    }
    await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
    await tx
      .updateTable('users')
      .set({ withdrawals_frozen: true })
      .where('id', '=', userId)
      .execute();
    await cancelWaiting(deps, tx, userId, 'reported');
    await tx.deleteFrom('second_factor_grants').where('user_id', '=', userId).execute();
    await endSessions(tx, userId);
    // To whoever pressed the link, whatever address the account has.
    await queueMail(deps, tx, frozenMail({ ...current, email: previous ?? current.email }));
    return true;
  });
