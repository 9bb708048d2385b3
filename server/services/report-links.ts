import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema.ts';
import { endSessions } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

/** The page behind the link (api/report/page.ts). */
export const REPORT_PATH = '/not-me';

const LINK_DAYS = 7;

/** Makes the address of a security mail's “this wasn't me” link: good once, for a week. */
export async function newReportUrl(deps: Deps, tx: Tx, userId: string): Promise<string> {
  const token = newToken(deps.random);
  await tx
    .insertInto('report_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: deps.clock.sqlIn(LINK_DAYS * 24 * 3600),
      used_at: null,
    })
    .execute();
  return `${deps.config.publicUrl}${REPORT_PATH}?token=${token}`;
}

/**
 * Uses a link up: freezes withdrawals and ends every session of its account. Gives back the account,
 * or undefined for a link that is used, over or not ours.
 */
export async function reportNotMe(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  token: string,
): Promise<string | undefined> {
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
  await tx.deleteFrom('second_factor_grants').where('user_id', '=', userId).execute();
  await endSessions(tx, userId);
  return userId;
}
