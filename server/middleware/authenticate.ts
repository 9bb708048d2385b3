import { sql } from 'kysely';
import type { Access, AnyEndpoint } from '#core/contract/endpoint.ts';
import type { Caller, SignedIn } from '#server/api/handler.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/platform/tokens.ts';
import {
  forbidden,
  secondFactorMissing,
  sessionOver,
  tokenExpired,
} from '#server/refusal/refusals.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';

const CREDENTIAL = /^Bearer ([\w-]{20,100})\.([\w-]{20,100})$/;
const SEEN_EVERY_SECONDS = 60;

async function findSession(
  deps: Deps,
  access: string,
  refresh: string,
  oldToken: boolean,
): Promise<(SignedIn & { readonly twoFactor: boolean }) | Refused> {
  const now = deps.clock.sql;
  const session = await deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.refresh_hash', '=', hashToken(refresh))
    .where('users.deleted_at', 'is', null)
    .where('sessions.refresh_expires_at', '>', now)
    .select(['sessions.id', 'sessions.user_id', 'sessions.access_hash'])
    .select(['users.role', 'users.two_factor'])
    .select([
      sql<boolean>`access_expires_at > ${now}`.as('fresh'),
      sql<boolean>`last_seen_at < ${deps.clock.sqlIn(-SEEN_EVERY_SECONDS)}`.as('unseen'),
    ])
    .executeTakeFirst();
  if (!session) return sessionOver();
  // Tokens are a pair: an access token that is not this session's own is as good as an old one.
  const fresh = session.access_hash === hashToken(access) && session.fresh;
  if (!fresh && !oldToken) return tokenExpired();
  if (session.unseen) {
    await deps.db
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('id', '=', session.id)
      .execute();
  }
  return {
    kind: 'signed-in',
    userId: session.user_id,
    role: session.role,
    sessionId: session.id,
    twoFactor: session.two_factor,
  };
}

const mayCall = (access: Exclude<Access, 'anonymous'>, role: SignedIn['role']): boolean =>
  access === 'session' || access === role;

/** Who works here and sees what is others’. */
export const isStaff = (role: SignedIn['role']): boolean => role !== 'user';

/** Who calls, or why they may not. An anonymous endpoint does not look at credentials. */
export async function authenticate(
  deps: Deps,
  endpoint: Pick<AnyEndpoint, 'access' | 'oldToken' | 'beforeSecondFactor'>,
  authorization: string | undefined,
): Promise<Caller | Refused> {
  const { access, oldToken = false, beforeSecondFactor = false } = endpoint;
  if (access === 'anonymous') return { kind: 'anonymous' };
  const [, token, refreshToken] = CREDENTIAL.exec(authorization ?? '') ?? [];
  if (!token || !refreshToken) return sessionOver();
  const caller = await findSession(deps, token, refreshToken, oldToken);
  if (isRefused(caller)) return caller;
  const { twoFactor, ...signedIn } = caller;
  if (!mayCall(access, caller.role)) return forbidden();
  return isStaff(caller.role) && !twoFactor && !beforeSecondFactor
    ? secondFactorMissing()
    : signedIn;
}
