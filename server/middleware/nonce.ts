import type { Deps } from '#server/deps.ts';

const ANONYMOUS_SECONDS = 24 * 3600;

/** Uses up the nonce of an anonymous call; false if it was used before. */
export async function consumeAnonymousNonce(deps: Deps, nonce: string): Promise<boolean> {
  const result = await deps.db
    .insertInto('nonces')
    .values({ scope: 'anonymous', nonce, expires_at: deps.clock.sqlIn(ANONYMOUS_SECONDS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
