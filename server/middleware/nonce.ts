import type { Caller } from '#server/api/handler.ts';
import type { Deps } from '#server/deps.ts';
import { ACCESS_SECONDS } from '#server/platform/tokens.ts';

const ANONYMOUS_SECONDS = 24 * 3600;

/**
 * Uses up a nonce; false where it was used before. It is kept as long as the credential it came
 * with could be replayed together with it.
 */
export async function consumeNonce(deps: Deps, caller: Caller, nonce: string): Promise<boolean> {
  const anonymous = caller.kind === 'anonymous';
  const result = await deps.db
    .insertInto('nonces')
    .values({
      scope: anonymous ? 'anonymous' : caller.sessionId,
      nonce,
      expires_at: deps.clock.sqlIn(anonymous ? ANONYMOUS_SECONDS : ACCESS_SECONDS + 60),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
