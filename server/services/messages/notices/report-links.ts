import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/platform/tokens.ts';
import { REPORT_LINK_DAYS } from '#server/policy.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** The page behind the link (api/report/page.ts). */
export const REPORT_PATH = '/not-me';

export interface Reported {
  /** The session that caused the mail: the link reports everything done since it was opened. */
  readonly sessionId?: string;
  /** The account's former address, to which the mail goes and which the link brings back. */
  readonly previousEmail?: string;
  /** The first step that the link undoes, where that is another (READ-07). */
  readonly undoesFrom?: number;
}

/**
 * The first step that a link undoes: what comes after its session was opened, or after this mail. Never the step with
 * which the present address came, nor one before it, because this address may be a thief's.
 */
const firstUndone = (userId: string, sessionId: string): RawBuilder<number> =>
  sql<number>`(select greatest(email_at_step,
      case when ${sessionId} = '' then steps
        else coalesce((select at_step from sessions where id = ${sessionId}), 0) end) + 1
    from users where id = ${userId})`;

/** Makes the “this wasn't me” link of a security mail: usable once, for a week. */
export async function newReportUrl(
  deps: Deps,
  tx: Tx,
  userId: string,
  reported: Reported = {},
): Promise<string> {
  const { url, write } = newReportLink(deps, tx, userId, reported);
  await write.execute();
  return url;
}

/** The same as a link and a write that a statement can include. */
export function newReportLink(
  deps: Deps,
  tx: Tx,
  userId: string,
  { sessionId = '', previousEmail, undoesFrom }: Reported,
) {
  const token = newToken(deps.random);
  const write = tx.insertInto('report_links').values({
    token_hash: hashToken(token),
    user_id: userId,
    expires_at: deps.clock.sqlIn(REPORT_LINK_DAYS * 24 * 3600),
    used_at: null,
    reported_since: sql<Date>`coalesce(
        (select created_at from sessions where id = ${sessionId}), ${deps.clock.sql})`,
    undoes_from: undoesFrom ?? firstUndone(userId, sessionId),
    ...(previousEmail !== undefined && { previous_email: previousEmail }),
  });
  return { url: `${deps.config.publicUrl}${REPORT_PATH}?token=${token}`, write };
}
