import type { Clock } from '#server/clock.ts';

/** What is read costs the database something; more often than this it is not read. */
const FRESH_MS = 5_000;
/** A database that is slow or away must not take the other metrics with it. */
const PATIENCE_MS = 2_000;

/**
 * Reads at most once in `FRESH_MS`, however many ask, and gives undefined to those for whom it takes
 * too long or fails; no second reading begins meanwhile.
 */
export function withPatience<T>(
  { now }: Pick<Clock, 'now'>,
  read: () => Promise<T | undefined>,
): () => Promise<T | undefined> {
  let begun = Number.NEGATIVE_INFINITY;
  let running = false;
  let last: Promise<T | undefined> = Promise.resolve(undefined);
  return async () => {
    // A clock that was set back must not keep an old reading for hours.
    if (!running && Math.abs(now() - begun) > FRESH_MS) {
      begun = now();
      running = true;
      last = read().finally(() => {
        running = false;
      });
    }
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS);
    try {
      return await Promise.race([last, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
