import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema.ts';
import { endSessions } from './sessions.ts';
import { hashToken } from './tokens.ts';
import { cancelWaiting } from './withdrawal-steps.ts';

/**
 * Uses a link up: freezes withdrawals, cancels those that wait and ends every session of its account.
 * What waits must not outlive the freeze: whoever asked for it may be whom the customer reports, and
 * a password reset opens withdrawals again. Gives back the account, or undefined for a link that is
 * used, over or not ours.
 */
export async function reportNotMe(deps: Deps, tx: Tx, token: string): Promise<string | undefined> {
  const { clock } = deps;
  const { rows } = await sql<{ user_id: string }>`update report_links set used_at = ${clock.sql}
    where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${clock.sql}
    returning user_id`.execute(tx);
  const userId = rows[0]?.user_id;
  if (userId === undefined) return undefined;
  await tx
    .updateTable('users')
    .set({ withdrawals_frozen: true })
    .where('id', '=', userId)
    .execute();
  await cancelWaiting(deps, tx, userId, 'reported');
  await tx.deleteFrom('second_factor_grants').where('user_id', '=', userId).execute();
  await endSessions(tx, userId);
  return userId;
}
