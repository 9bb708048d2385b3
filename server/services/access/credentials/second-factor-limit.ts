import { couldBeCode } from '#core/people/code-text.ts';
import type { Deps } from '#server/deps.ts';
import { limit, limitKey } from '#server/platform/rate-limit.ts';
import { isGuess, isRefused, type Refused } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema/schema.ts';

const keyOf = (userId: string): string => `second-factor:${userId}`;

/**
 * Runs what a second factor's code was given for, and counts the code as an attempt wherever a signed-in
 * customer is asked for one (sign-ins have limits of their own, `sessions/login-guard.ts`). Five in half an
 * hour are 240 guesses a day out of a million. Counted before the work, so that many at once are no more than
 * five. What could not be a code is refused unseen and costs nothing (HARD-64). Only a wrong code costs its
 * attempt: whatever else came of the work returns this one, and no earlier ones. The earlier ones are forgiven
 * where a right code is taken (`forgiveGuesses`), and nowhere else. Work that succeeds may never have looked at
 * the code, for example a repetition, or what is open already: if success forgave, somebody could guess endlessly.
 */
export async function countingSecondFactor<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  code: string | undefined,
  work: () => Promise<T | Refused>,
): Promise<T | Refused> {
  if (!couldBeCode(code ?? '')) return work();
  const limited = await limit(deps, { key: keyOf(userId), attempts: 5, windowSeconds: 1800 });
  if (limited) return limited;
  const answer = await work();
  if (!isRefused(answer) || !isGuess(answer)) await giveBackOne(deps, userId);
  return answer;
}

/**
 * Forgives all wrong codes after a right one: they were the owner's own mistakes. In the transaction that takes the
 * right code, so that a code which is not used up in the end forgives nothing.
 */
export async function forgiveGuesses(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('rate_limits')
    .where('key', '=', limitKey(keyOf(userId)))
    .execute();
}

async function giveBackOne({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((of) => ({ count: of('count', '-', 1) }))
    .where('key', '=', limitKey(keyOf(userId)))
    .where('count', '>', 0)
    .execute();
}
