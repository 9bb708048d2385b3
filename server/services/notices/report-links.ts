import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/platform/tokens.ts';
import type { Tx } from '#server/store/schema.ts';

/** The page behind the link (api/report/page.ts). */
export const REPORT_PATH = '/not-me';

export const LINK_DAYS = 7;

export interface Reported {
  /** The session that did what the mail tells: with it, all that was done since it was opened is reported. */
  readonly sessionId?: string;
  /** The address the account had until now, which the link brings back. */
  readonly previousEmail?: string;
}

/** Makes the address of a security mail's “this wasn't me” link: good once, for a week. */
export async function newReportUrl(
  deps: Deps,
  tx: Tx,
  userId: string,
  { sessionId, previousEmail }: Reported = {},
): Promise<string> {
  const token = newToken(deps.random);
  await tx
    .insertInto('report_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: deps.clock.sqlIn(LINK_DAYS * 24 * 3600),
      used_at: null,
      reported_since: sql<Date>`coalesce(
        (select created_at from sessions where id = ${sessionId ?? ''}), ${deps.clock.sql})`,
      ...(previousEmail !== undefined && { previous_email: previousEmail }),
    })
    .execute();
  return `${deps.config.publicUrl}${REPORT_PATH}?token=${token}`;
}
