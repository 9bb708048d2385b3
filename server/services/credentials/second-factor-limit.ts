import type { Deps } from '#server/deps.ts';
import { limit, limitKey } from '#server/platform/rate-limit.ts';
import type { Refused } from '#server/refusal/refused.ts';

const keyOf = (userId: string): string => `second-factor:${userId}`;

/**
 * Takes one of an account's attempts at its second factor, wherever a signed-in customer is asked for
 * it (signing in has limits of its own, `sessions/login-guard.ts`): five in half an hour are 240 guesses out of
 * a million a day. A right code gives them back once what it was shown for is done.
 */
export const limitSecondFactor = (
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> =>
  limit(deps, { key: keyOf(userId), attempts: 5, windowSeconds: 1800 });

/** The code was right: those before it were the customer's own slips. */
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
 * Gives back one attempt that was no guess: its code repeated a right one, or the request was refused
 * for another reason. Only this one, not those before it: otherwise somebody with one valid code could
 * repeat it to guess the next one without end.
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
