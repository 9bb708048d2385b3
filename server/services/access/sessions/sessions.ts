import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { endTokenOf, hashToken, newToken } from '#server/platform/tokens.ts';
import { ACCESS_SECONDS, MOST_SESSIONS, REFRESH_SECONDS } from '#server/policy.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { hasPasskey } from '#server/services/access/credentials/passkeys.ts';
import {
  type ShownFactor,
  shownFactors,
} from '#server/services/access/credentials/second-factor.ts';
import { type UserRow, withAccount } from '#server/services/customers/users/users.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { endStaffActs } from './staff-acts.ts';

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** The device of a session, as the customer is shown it. */
export interface Device {
  readonly info: string;
  /** The country, or empty. */
  readonly place: string;
}

/** The details of a new session. */
interface Opening {
  /** For a caller that needs the id before the session is open. */
  readonly id?: string;
  /** The nonce of the sign-in's envelope. */
  readonly nonce?: string;
  /** Whether the account knew the device before; null: not known. */
  readonly onKnownDevice?: boolean | null;
  /** Staff may set up their first factor in it, for a while (HARD-65). */
  readonly enrols?: boolean;
  /** The second factor that was shown for it (READ-08). */
  readonly secondFactor?: ShownFactor | undefined;
}

/** How long a session that the operator's code opened may set up a factor. */
const ENROLS_SECONDS = 3600;

/** Opens a session on a device. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  userId: string,
  device: Device,
  { id = randomUUID(), nonce, onKnownDevice = null, enrols = false, secondFactor }: Opening = {},
): Promise<TokenPair> {
  const token = newToken(deps.random);
  const refreshToken = newToken(deps.random);
  await tx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      access_hash: hashToken(token),
      access_expires_at: deps.clock.sqlIn(ACCESS_SECONDS),
      refresh_hash: hashToken(refreshToken),
      refresh_expires_at: deps.clock.sqlIn(REFRESH_SECONDS),
      end_hash: hashToken(endTokenOf(refreshToken)),
      opened_by: nonce === undefined ? null : hashToken(nonce),
      device_info: device.info,
      place: device.place,
      on_known_device: onKnownDevice,
      enrols_until: enrols ? deps.clock.sqlIn(ENROLS_SECONDS) : null,
      at_step: sql<number>`(select steps from users where id = ${userId})`,
      second_factor_at: secondFactor ? deps.clock.sql : null,
      second_factor_with: secondFactor ?? null,
      created_at: deps.clock.sql,
      last_seen_at: deps.clock.sql,
    })
    .execute();
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions as theirs')
        .where('theirs.user_id', '=', userId)
        // The new session stays, even if the clock of its process is behind.
        .orderBy(sql`theirs.id = ${id}`, 'desc')
        .orderBy('theirs.last_seen_at', 'desc')
        .offset(MOST_SESSIONS)
        .select('theirs.id'),
    )
    .execute();
  return { token, refreshToken };
}

/** Ends one session of an account, from one that stands; refused if there is none. */
export const endSession = (
  deps: Deps,
  owner: Owner,
  sessionId: string,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', owner.userId)
      .executeTakeFirst();
    if (ended.numDeletedRows !== 1n) return notFound();
    // Whose device it was, its owner does not say.
    if (sessionId !== owner.sessionId) await endStaffActs(deps, tx, owner.userId);
    return undefined;
  });

/** Ends the session that was signed out of offline, if it still exists (HARD-06). */
export const endLeftSession = (deps: Deps, endToken: string): Promise<unknown> =>
  deps.db.deleteFrom('sessions').where('end_hash', '=', hashToken(endToken)).execute();

/** Within this time after a sign-in, a repeated one replaces its session. */
const REPEAT_SECONDS = 120;

/**
 * Ends the session of a sign-in whose answer was lost and which is now repeated. Only the device that signed
 * in knows the nonce. Returns what the session that replaces it takes over, or undefined if there is none.
 */
export async function endUnheard(
  deps: Deps,
  tx: Tx,
  userId: string,
  nonce: string,
): Promise<
  (Pick<Opening, 'onKnownDevice' | 'enrols' | 'secondFactor'> & { readonly id: string }) | undefined
> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('opened_by', '=', hashToken(nonce))
    .where('user_id', '=', userId)
    .where('created_at', '>', deps.clock.sqlIn(-REPEAT_SECONDS))
    .returning(['id', 'on_known_device', 'enrols_until', 'second_factor_with'])
    .executeTakeFirst();
  // The session that replaces it has its id: a code that was right in this one is none in that one (HARD-98).
  if (ended) {
    await tx.deleteFrom('second_factor_grants').where('session_id', '=', ended.id).execute();
  }
  return (
    ended && {
      id: ended.id,
      onKnownDevice: ended.on_known_device,
      enrols: ended.enrols_until !== null,
      secondFactor: shownFactors.find((one) => one === ended.second_factor_with),
    }
  );
}

/** A second factor was shown in an open session, which counts from now on as opened with it (READ-08). */
export const strengthen = (
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { userId, sessionId }: Owner,
  shown: ShownFactor,
): Promise<unknown> =>
  tx
    .updateTable('sessions')
    .set({ second_factor_at: clock.sql, second_factor_with: shown })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute();

/** For so long after a passkey was shown, staff who have no authenticator change their ways in. */
const SHOWN_SECONDS = 600;

/**
 * Whether somebody of staff must show their passkey anew before a way in is added or removed: where no code can be
 * asked for, the password alone would do, and whoever has it and a stolen session would have a factor of their own.
 */
export async function mustShowAgain(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, role, two_factor }: Pick<UserRow, 'id' | 'role' | 'two_factor'>,
  sessionId: string,
): Promise<Refused | undefined> {
  if (role === 'user' || two_factor || !(await hasPasskey(tx, id))) return undefined;
  const shown = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('second_factor_at', '>', clock.sqlIn(-SHOWN_SECONDS))
    .executeTakeFirst();
  if (shown) return undefined;
  return refuse(
    'INVALID_INPUT',
    'Sign out, sign in again with your passkey, and then do this within ten minutes.',
  );
}

/** Ends all sessions of an account, or all but one, and what staff set going in them. */
export async function endSessions(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  exceptId?: string,
): Promise<void> {
  await endStaffActs(deps, tx, userId);
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  await query.execute();
}

/** The same from one that stands: a call that was under way when its session was ended ends no other (READ-10). */
export const endOtherSessions = (deps: Deps, owner: Owner): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    await endSessions(deps, tx, owner.userId, owner.sessionId);
    return undefined;
  });

const notRefreshed = (code: 'UNAUTHORIZED_ACCESS' | 'REFRESH_TOKEN_EXPIRED'): Refused =>
  refuse(code, 'Unauthorized access.', { securityRefresh: false });

/** A new access token for a session; the refresh token stays the same (D27). */
export const renewAccess = (deps: Deps, refreshToken: string): Promise<string | Refused> =>
  inTransaction(deps.db, (tx) => renew(deps, tx, refreshToken));

async function renew(deps: Deps, tx: Tx, refreshToken: string): Promise<string | Refused> {
  const session = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('refresh_hash', '=', hashToken(refreshToken))
    .where('users.deleted_at', 'is', null)
    .select(['sessions.id', sql<boolean>`refresh_expires_at > ${deps.clock.sql}`.as('alive')])
    .executeTakeFirst();
  if (!session) return notRefreshed('UNAUTHORIZED_ACCESS');
  if (!session.alive) return notRefreshed('REFRESH_TOKEN_EXPIRED');
  const token = newToken(deps.random);
  const renewed = await tx
    .updateTable('sessions')
    .set({
      access_hash: hashToken(token),
      access_expires_at: deps.clock.sqlIn(ACCESS_SECONDS),
      last_seen_at: deps.clock.sql,
    })
    .where('id', '=', session.id)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n ? token : notRefreshed('UNAUTHORIZED_ACCESS');
}
