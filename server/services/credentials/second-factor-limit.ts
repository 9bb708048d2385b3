import type { Deps } from '#server/deps.ts';
import { limit, limitKey } from '#server/platform/rate-limit.ts';
import type { Refused } from '#server/refusal/refused.ts';

const keyOf = (userId: string): string => `second-factor:${userId}`;

/**
 * Takes one of an account's attempts at its second factor, wherever a signed-in customer is asked for it
 * (sign-ins have limits of their own, `sessions/login-guard.ts`). Five in half an hour are 240 guesses a day
 * out of a million. A right code restores the attempts once its action is done.
 */
export const limitSecondFactor = (
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> =>
  limit(deps, { key: keyOf(userId), attempts: 5, windowSeconds: 1800 });

/** The code was right: the wrong ones before it were the customer's own mistakes. */
export async function forgetSecondFactorAttempts(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('key', '=', limitKey(keyOf(userId)))
    .execute();
}

/**
 * Returns one attempt that was no guess: its code repeated a right one, or the request was refused for
 * another reason. Only this attempt, not earlier ones: otherwise somebody could repeat a valid code to guess
 * the next one endlessly.
 */
export async function returnSecondFactorAttempt(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((of) => ({ count: of('count', '-', 1) }))
    .where('key', '=', limitKey(keyOf(userId)))
    .where('count', '>', 0)
    .execute();
}
