import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { ACCESS_SECONDS, hashToken, newToken, REFRESH_SECONDS } from '#server/platform/tokens.ts';
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

/** Opens a session on a device. `id`: if somebody has to know it before it is open. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  userId: string,
  device: Device,
  id: string = randomUUID(),
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
      device_info: device.info,
      place: device.place,
      created_at: deps.clock.sql,
      last_seen_at: deps.clock.sql,
    })
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
