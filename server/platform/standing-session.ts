import type { Tx } from '#server/store/schema.ts';

/** Whose request it is: an account, and the session that it came with. */
export interface Owner {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Whether the session of a request still stands: it may have been ended since the request was let in,
 * by its owner at another device. From here on it stands until the transaction is over, for whoever
 * ends it waits. Asked after the account's row is locked, as those who end sessions lock that first.
 */
export const sessionStands = async (tx: Tx, { userId, sessionId }: Owner): Promise<boolean> =>
  (await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()) !== undefined;
