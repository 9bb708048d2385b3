import { sql } from 'kysely';
import { frozenMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { endSessions } from '#server/services/sessions/sessions.ts';
import { cancelWaiting } from '#server/services/withdrawals/withdrawal-steps.ts';
import { inTransaction } from '#server/store/transaction.ts';

/**
 * Uses a link up: freezes withdrawals, cancels those that wait, ends every session of its account, and
 * tells the customer. What waits must not outlive the freeze: it may have been requested by the very
 * person the customer reports, and a password reset opens withdrawals again. False for a link that is
 * used, expired or not ours.
 */
export const reportNotMe = (deps: Deps, token: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const { clock } = deps;
    const { rows } = await sql<{
      user_id: string;
    }>`update report_links set used_at = ${clock.sql}
      where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${clock.sql}
      returning user_id`.execute(tx);
    const userId = rows[0]?.user_id;
    if (userId === undefined) return false;
    await tx
      .updateTable('users')
      .set({ withdrawals_frozen: true })
      .where('id', '=', userId)
      .execute();
    await cancelWaiting(deps, tx, userId, 'reported');
    await tx.deleteFrom('second_factor_grants').where('user_id', '=', userId).execute();
    await endSessions(tx, userId);
    await queueMail(deps, tx, frozenMail(await recipientOf(tx, userId)));
    return true;
  });
