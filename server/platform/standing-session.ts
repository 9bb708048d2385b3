import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/store/schema/schema.ts';

/** The account and session of a request. */
export interface Owner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A customer with the currency of their market. */
export interface Customer {
  readonly userId: string;
  readonly market: string;
}

/**
 * Whether the session of a request still exists: it may have been ended from another device meanwhile. Locks
 * the session's row, so that it cannot be ended before the transaction ends. Lock the account's row first, as
 * everything that ends sessions does.
 */
export const sessionStands = async (tx: Tx, owner: Owner): Promise<boolean> =>
  (await standingSession(owner).execute(tx)).rows.length > 0;

/** Selects the session, locked, for a statement that writes only if the session exists. */
export const standingSession = ({ userId, sessionId }: Owner): RawBuilder<unknown> => sql`
  select id from sessions where id = ${sessionId} and user_id = ${userId} for key share`;
