import type { Deps } from '#server/deps.ts';

/**
 * Does a piece of work at once and then every `everyMs` milliseconds, never twice at a time; a failure is logged as
 * `failed` and the next round goes on. Gives back how to stop, which waits for a round under way; the
 * signal tells that round, so that it does not begin with what it can leave to others.
 */
export function repeat(
  deps: Pick<Deps, 'log'>,
  everyMs: number,
  failed: string,
  work: (stopping: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    try {
      await work(stopping.signal);
    } catch (error) {
      deps.log.error(failed, {}, error);
    }
    running = undefined;
  };
  const begin = (): void => {
    running ??= round();
  };
  const timer = setInterval(begin, everyMs);
  timer.unref();
  // A process may not live until the first interval is over.
  begin();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
