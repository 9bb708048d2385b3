import type { Refused } from '#server/api/refused.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from './rate-limit.ts';

/**
 * Takes one of an account's attempts at its second factor, wherever it is asked for: ten an hour
 * are 240 guesses out of a million a day.
 */
export const limitSecondFactor = (
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> =>
  limit(deps, { key: `second-factor:${userId}`, attempts: 10, windowSeconds: 3600 });
