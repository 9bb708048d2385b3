import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** The time between the dialog's code and its withdrawal. */
const GRANT_SECONDS = 120;

/** A hash of a used code with its session: only this session can use the grant. */
const hashCode = (sessionId: string, code: string): string =>
  createHash('sha256').update(`${sessionId}\n${code}`).digest('base64url');

/**
 * Records that this session has just used its second factor. A code works once, so the withdrawal after the
 * dialog (D11) cannot use the same one again.
 */
async function grant(tx: Tx, clock: Clock, session: Owner, code: string): Promise<void> {
  const { sessionId, userId } = session;
  await sql`insert into second_factor_grants (session_id, user_id, expires_at, code_hash)
    values (${sessionId}, ${userId}, ${clock.sqlIn(GRANT_SECONDS)}, ${hashCode(sessionId, code)})
    on conflict (session_id) do update
      set expires_at = excluded.expires_at, code_hash = excluded.code_hash`.execute(tx);
}

/** Whether this session has an unused grant for this code. */
async function hasGrantFor(
  tx: Tx,
  clock: Clock,
  { sessionId }: Owner,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from second_factor_grants
    where session_id = ${sessionId} and code_hash = ${hashCode(sessionId, code)}
      and expires_at > ${clock.sql}`.execute(tx);
  return rows.length > 0;
}

/** Uses the session's grant up; false if there is none. */
export async function spendGrant(tx: Tx, clock: Clock, sessionId: string): Promise<boolean> {
  const { rows } = await sql`delete from second_factor_grants
    where session_id = ${sessionId} and expires_at > ${clock.sql} returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Checks the dialog's code before a withdrawal (D11): right once, then valid for one withdrawal. If the
 * answer was lost, the same code is accepted again until the withdrawal is made, which allows no more than
 * that one withdrawal.
 */
export async function showSecondFactor(
  deps: Deps,
  session: Owner,
  code: string,
): Promise<boolean | Refused> {
  let before = false;
  const shown = await countingSecondFactor(deps, session.userId, code, () =>
    inTransaction(deps.db, async (tx) => {
      const right = await takeSecondFactorAndTell(
        deps,
        tx,
        { ...session, use: 'withdrawal' },
        code,
      );
      before = isRefused(right) && (await hasGrantFor(tx, deps.clock, session, code));
      if (!isRefused(right)) await grant(tx, deps.clock, session, code);
      return right;
    }),
  );
  if (!isRefused(shown) || before) return true;
  const { code: why } = shown.refusal;
  // A wrong code is an answer here; that there is nothing to show, or a wait, is said.
  return why === 'INVALID_CODE' || why === 'SECOND_FACTOR_REQUIRED' ? false : shown;
}
