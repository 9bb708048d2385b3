import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/store/schema.ts';

/** Between the code of the dialog and the withdrawal it was asked for. */
const GRANT_SECONDS = 120;

/**
 * Remembers that this session has just shown its second factor. A code works once, so the withdrawal
 * behind the dialog (D11) could not show the same one again.
 */
export async function grant(
  tx: Tx,
  clock: Clock,
  session: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await sql`insert into second_factor_grants (session_id, user_id, expires_at)
    values (${session.sessionId}, ${session.userId}, ${clock.sqlIn(GRANT_SECONDS)})
    on conflict (session_id) do update set expires_at = excluded.expires_at`.execute(tx);
}

/** Uses the grant of a session up; false where there is none. */
export async function spendGrant(tx: Tx, clock: Clock, sessionId: string): Promise<boolean> {
  const { rows } = await sql`delete from second_factor_grants
    where session_id = ${sessionId} and expires_at > ${clock.sql} returning 1`.execute(tx);
  return rows.length > 0;
}
