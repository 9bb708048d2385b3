import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { takeSecondFactor } from './second-factor.ts';
import { forgetSecondFactorAttempts } from './second-factor-limit.ts';

/** Between the code of the dialog and the withdrawal it was asked for. */
const GRANT_SECONDS = 120;

interface Session {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Remembers that this session has just shown its second factor. A code works once, so the withdrawal
 * behind the dialog (D11) could not show the same one again.
 */
async function grant(tx: Tx, clock: Clock, session: Session): Promise<void> {
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

/** The code of the dialog before a withdrawal (D11): right once, then good for one withdrawal. */
export async function showSecondFactor(
  deps: Deps,
  session: Session,
  code: string,
): Promise<boolean> {
  const right = await inTransaction(deps.db, async (tx) => {
    const taken = await takeSecondFactor(deps, tx, session.userId, code);
    if (taken) await grant(tx, deps.clock, session);
    return taken;
  });
  if (right) await forgetSecondFactorAttempts(deps, session.userId);
  return right;
}
