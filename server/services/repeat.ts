import type { Deps } from '#server/deps.ts';

/**
 * Does a piece of work every `everyMs` milliseconds, never twice at once; a failure is logged as
 * `failed` and the next round goes on. Gives back how to stop, which waits for a round under way.
 */
export function repeat(
  deps: Pick<Deps, 'log'>,
  everyMs: number,
  failed: string,
  work: () => Promise<unknown>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      deps.log.error(failed, {}, error);
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= round();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
