import type { Deps } from '#server/deps.ts';

/** Work that a server does again and again while it runs. */
export interface Loop {
  readonly everyMs: number;
  /** What the log says of a round that failed; the next round goes on. */
  readonly failed: string;
  /** One round. Once `stopping`, it begins nothing that it can leave to other processes. */
  readonly round: (deps: Deps, stopping: AbortSignal) => Promise<unknown>;
}

/**
 * Starts a loop: the first round begins at once, because a process may not live until the first
 * interval is over, and no round begins while another is under way. Returns how to stop, which waits for
 * the round under way.
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
