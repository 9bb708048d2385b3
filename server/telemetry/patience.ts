import type { Clock } from '#server/base/clock.ts';

/** Reading costs the database something, so it happens at most this often. */
const FRESH_MS = 5_000;
/** A slow or unreachable database must not delay the other metrics. */
const PATIENCE_MS = 2_000;

/**
 * Reads at most once in `FRESH_MS` for all callers, and returns undefined to a caller if the reading takes
 * too long or fails; readings never overlap.
 */
export function withPatience<T>(
  { now }: Pick<Clock, 'now'>,
  read: () => Promise<T | undefined>,
): () => Promise<T | undefined> {
  let begun = Number.NEGATIVE_INFINITY;
  let running = false;
  let last: Promise<T | undefined> = Promise.resolve(undefined);
  return async () => {
    // Math.abs: a clock that was set back must not keep an old reading for hours.
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
