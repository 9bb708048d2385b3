import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/platform/tokens.ts';
import type { Tx } from '#server/store/schema.ts';

/** The page behind the link (api/report/page.ts). */
export const REPORT_PATH = '/not-me';

const LINK_DAYS = 7;

/**
 * Makes the address of a security mail's “this wasn't me” link: good once, for a week. `previousEmail`:
 * the address the account had until now, which the link brings back.
 */
export async function newReportUrl(
  deps: Deps,
  tx: Tx,
  userId: string,
  previousEmail?: string,
): Promise<string> {
  const token = newToken(deps.random);
  await tx
    .insertInto('report_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: deps.clock.sqlIn(LINK_DAYS * 24 * 3600),
      used_at: null,
      ...(previousEmail !== undefined && { previous_email: previousEmail }),
    })
    .execute();
  return `${deps.config.publicUrl}${REPORT_PATH}?token=${token}`;
}
