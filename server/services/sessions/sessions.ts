import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import {
  ACCESS_SECONDS,
  endTokenOf,
  hashToken,
  newToken,
  REFRESH_SECONDS,
} from '#server/platform/tokens.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** What a session is opened on, as the customer is shown it. */
export interface Device {
  readonly info: string;
  /** The country, or empty. */
  readonly place: string;
}

/** How a session is opened. */
interface Opening {
  /** Where the caller needs the id before the session is open. */
  readonly id?: string;
  /** Of the sign-in's envelope. */
  readonly nonce?: string;
}

/** Sessions of one account: the one not used for longest ends when another opens (HARD-41). */
const MOST_SESSIONS = 50;

/** Opens a session on a device. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  userId: string,
  device: Device,
  { id = randomUUID(), nonce }: Opening = {},
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
        // The one that was just opened stays, also where the clock of its process is behind.
        .orderBy(sql`theirs.id = ${id}`, 'desc')
        .orderBy('theirs.last_seen_at', 'desc')
        .offset(MOST_SESSIONS)
        .select('theirs.id'),
    )
    .execute();
  return { token, refreshToken };
}

/** Ends one session of an account; false if it has no such session. */
export const endSession = (deps: Deps, userId: string, sessionId: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return ended.numDeletedRows === 1n;
  });

/** Ends the session that was signed out of without a connection, if it still stands (HARD-06). */
export const endLeftSession = (deps: Deps, endToken: string): Promise<unknown> =>
  deps.db.deleteFrom('sessions').where('end_hash', '=', hashToken(endToken)).execute();

/** Within this time of a sign-in, one that repeats it takes its place. */
const REPEAT_SECONDS = 120;

/**
 * Ends the session whose sign-in a repeated one says it repeats: its tokens never arrived. Only the
 * device that signed in knows the nonce. Returns the session's id, or undefined if there is none.
 */
export async function endUnheard(
  deps: Deps,
  tx: Tx,
  userId: string,
  nonce: string,
): Promise<string | undefined> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('opened_by', '=', hashToken(nonce))
    .where('user_id', '=', userId)
    .where('created_at', '>', deps.clock.sqlIn(-REPEAT_SECONDS))
    .returning('id')
    .executeTakeFirst();
  return ended?.id;
}

/** Ends every session of an account, or every other one. */
export async function endSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  await query.execute();
}

export const endOtherSessions = (deps: Deps, userId: string, sessionId: string): Promise<void> =>
  inTransaction(deps.db, (tx) => endSessions(tx, userId, sessionId));

const notRefreshed = (code: 'UNAUTHORIZED_ACCESS' | 'REFRESH_TOKEN_EXPIRED'): Refused =>
  refuse(code, 'Unauthorized access.', { securityRefresh: false });

/** A new access token for a session; its refresh token stays as it is (D27). */
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
