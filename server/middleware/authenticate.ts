import { sql } from 'kysely';
import { logout } from '#core/contract/account/session.ts';
import type { Access, AnyEndpoint } from '#core/contract/endpoint.ts';
import type { Caller, SignedIn } from '#server/api/handling/handler.ts';
import type { Deps } from '#server/deps.ts';
import { limitFlood } from '#server/platform/rate-limit.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { ACCESS_SECONDS } from '#server/policy.ts';
import {
  enrolmentMissing,
  forbidden,
  repeated,
  secondFactorMissing,
  sessionOver,
  tokenExpired,
} from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { consumeAnonymousNonce } from './nonce.ts';
import { isStaff, recordProbe } from './probes.ts';

const CREDENTIAL = /^Bearer ([\w-]{20,100})\.([\w-]{20,100})$/;
const SEEN_EVERY_SECONDS = 60;
/**
 * A session's nonce is stored as long as an access token is valid: only so long could the call be replayed.
 */
const SESSION_NONCE_SECONDS = ACCESS_SECONDS + 60;

interface FoundSession {
  readonly id: string;
  readonly user_id: string;
  readonly role: SignedIn['role'];
  readonly market: string;
  readonly country: string;
  /** The account has a second factor, of which a passkey is one. */
  readonly has_factor: boolean;
  /** One was shown in this very session (READ-08). */
  readonly second_factor: boolean;
  /** Opened with the operator's code, a short while ago: a first factor may be set up in it (HARD-65). */
  readonly enrols: boolean;
  /** Whether the access token is valid. */
  readonly valid: boolean;
  readonly nonce_new: boolean;
  readonly as_of: Date;
}

/**
 * The session of a pair of tokens. The same statement uses up the nonce and records that the session was
 * seen, because every call needs all three, and each statement is a round trip to the database. The tokens
 * are a pair: an access token of another session counts as expired.
 */
async function findSession(
  deps: Deps,
  tokens: { readonly access: string; readonly refresh: string },
  nonce: string,
  oldToken: boolean,
): Promise<FoundSession | undefined> {
  const now = deps.clock.sql;
  const { rows } = await sql<FoundSession>`
    with found as (
      select sessions.id, sessions.user_id, users.role, users.currency_code as market,
        users.country_code as country,
        users.two_factor or exists (select from passkeys where passkeys.user_id = users.id)
          as has_factor,
        second_factor_at is not null as second_factor,
        ${oldToken} or (access_hash = ${hashToken(tokens.access)} and access_expires_at > ${now})
          as valid,
        coalesce(enrols_until > ${now}, false) as enrols,
        last_seen_at < ${deps.clock.sqlIn(-SEEN_EVERY_SECONDS)} as unseen
      from sessions inner join users on users.id = sessions.user_id
      where refresh_hash = ${hashToken(tokens.refresh)} and refresh_expires_at > ${now}
        and users.deleted_at is null
    ),
    used as (
      insert into nonces (scope, nonce, expires_at)
      select id, ${nonce}, ${deps.clock.sqlIn(SESSION_NONCE_SECONDS)} from found where valid
      on conflict do nothing
      returning scope
    ),
    seen as (
      update sessions set last_seen_at = ${now} from found
      where sessions.id = found.id and found.valid and found.unseen
    )
    select id, user_id, role, market, country, has_factor, second_factor, enrols, valid,
      exists (select from used) as nonce_new, ${now} as as_of
    from found`.execute(deps.db);
  return rows[0];
}

const mayCall = (access: Exclude<Access, 'anonymous'>, role: SignedIn['role']): boolean =>
  access === 'session' || access === role;

type Checked = Pick<AnyEndpoint, 'path' | 'access' | 'oldToken' | 'beforeSecondFactor'>;

/** The credentials of a request. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly nonce: string;
  readonly ip: string;
}

/** An anonymous endpoint ignores tokens. */
async function admitAnyone(deps: Deps, { nonce, ip }: Credentials): Promise<Caller | Refused> {
  const flood = await limitFlood(deps, ip);
  if (flood) return flood;
  return (await consumeAnonymousNonce(deps, nonce)) ? { kind: 'anonymous' } : repeated();
}

/** The caller, or the refusal. The nonce of an admitted caller is used up. */
export async function authenticate(
  deps: Deps,
  { path, access, oldToken = false, beforeSecondFactor = false }: Checked,
  credentials: Credentials,
): Promise<Caller | Refused> {
  if (access === 'anonymous') return admitAnyone(deps, credentials);
  const [, token, refresh] = CREDENTIAL.exec(credentials.authorization ?? '') ?? [];
  if (!token || !refresh) return sessionOver();
  const tokens = { access: token, refresh };
  const session = await findSession(deps, tokens, credentials.nonce, oldToken);
  if (!session) return sessionOver();
  if (!session.valid) return tokenExpired();
  const { user_id: by, role: own } = session;
  if (!mayCall(access, own)) return recordProbe(deps, { userId: by, role: own }, path, forbidden());
  // A session opened before the account had a factor, by whoever had the password, is none of staff's any more.
  if (isStaff(own) && session.has_factor && !session.second_factor) return sessionOver();
  if (isStaff(own) && !session.has_factor) {
    if (!beforeSecondFactor) return secondFactorMissing();
    if (!session.enrols && path !== logout.path) return enrolmentMissing();
  }
  if (!session.nonce_new) return repeated();
  const { id: sessionId, user_id: userId, role, market, country, as_of: asOf } = session;
  return { kind: 'signed-in', userId, role, market, country, sessionId, asOf };
}
