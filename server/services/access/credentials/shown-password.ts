import { CURRENT_PASSWORD_NEEDED } from '#core/words/account.ts';
import type { Deps } from '#server/deps.ts';
import { limit, limitKey } from '#server/platform/rate-limit.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { wrongPassword } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { passwordMatches, refuseCrowd } from './passwords.ts';

/**
 * Attempts are counted per session, so that somebody who guesses in one session does not lock the owner's
 * others out.
 */
const keyOf = ({ sessionId }: Owner): string => `shown-password:${sessionId}`;

/** The hash that the password belonged to. When it is acted upon, it must still be the account's. */
export type ShownPassword = string;

/**
 * Checks the password that a signed-in customer enters again, for actions that a session alone must not allow
 * (HARD-21). Outside a transaction, because hashing is slow.
 */
export async function showPassword(
  deps: Deps,
  owner: Owner,
  password: string | undefined,
): Promise<ShownPassword | Refused> {
  if (!password) return refuse('PASSWORD_REQUIRED', CURRENT_PASSWORD_NEEDED);
  const key = keyOf(owner);
  const limited = await limit(deps, { key, attempts: 20, windowSeconds: 3600 });
  if (limited) return limited;
  const user = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', owner.userId)
    .executeTakeFirst();
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  const stored = user?.password_hash;
  if (!(await passwordMatches(stored, password)) || stored === undefined) return wrongPassword();
  await deps.db.deleteFrom('rate_limits').where('key', '=', limitKey(key)).execute();
  return stored;
}

/** Refuses if the password was wrong or has been changed meanwhile. */
export function checkShown(
  account: { readonly password_hash: string },
  shown: ShownPassword | Refused,
): Refused | undefined {
  if (isRefused(shown)) return shown;
  return account.password_hash === shown ? undefined : wrongPassword();
}
