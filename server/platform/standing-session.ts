import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/store/schema.ts';

/** Whose request it is: an account, and the session that it came with. */
export interface Owner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A customer, and the currency of their market. */
export interface Customer {
  readonly userId: string;
  readonly market: string;
}

/**
 * Whether the session of a request still exists: its owner may have ended it on another device since
 * the request was let in. This locks the session's row, so that it cannot be ended until the
 * transaction is over. Lock the account's row first, as everything that ends sessions does.
 */
export const sessionStands = async (tx: Tx, owner: Owner): Promise<boolean> =>
  (await standingSession(owner).execute(tx)).rows.length > 0;

/** Selects the session, locked; for a statement that writes only if it stands. */
export const standingSession = ({ userId, sessionId }: Owner): RawBuilder<unknown> => sql`
  select id from sessions where id = ${sessionId} and user_id = ${userId} for key share`;
