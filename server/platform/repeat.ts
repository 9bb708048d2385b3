import type { Deps } from '#server/deps.ts';

/** Work that a server repeats while it runs. */
export interface Loop {
  readonly everyMs: number;
  /** The log message of a failed round; the next round runs all the same. */
  readonly failed: string;
  /** One round. Once `stopping` is aborted, it begins nothing that another process can do. */
  readonly round: (deps: Deps, stopping: AbortSignal) => Promise<unknown>;
}

/**
 * Starts a loop. The first round begins at once, because a process may not live for a whole interval, and
 * rounds never overlap. Returns the function that stops it and waits for the current round.
 */
export function startLoop(deps: Deps, { everyMs, failed, round }: Loop): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await round(deps, stopping.signal);
    } catch (error) {
      deps.log.error(failed, {}, error);
    }
    running = undefined;
  };
  const begin = (): void => {
    running ??= run();
  };
  const timer = setInterval(begin, everyMs);
  timer.unref();
  begin();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
