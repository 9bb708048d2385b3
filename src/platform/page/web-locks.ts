import { deadline } from '#platform/time/deadline.ts';

/** How often a tab that waits for its turn looks whether the one that has it sleeps. */
const LOOK_MS = 10_000;

/**
 * Runs `work` while no other tab holds the lock. If `isAsleep` says that the one that does cannot let it go, the lock is
 * taken from it. The signal of `work` is aborted by `signal`, or when another tab took the lock. Rejects if `signal` is
 * aborted before its turn.
 */
export async function alone(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  isAsleep: () => boolean,
): Promise<void> {
  const turn = new AbortController();
  const waiting = new AbortController();
  let hasTurn = false;
  const stop = (): void => {
    waiting.abort();
    turn.abort();
  };
  const looking = setInterval(() => {
    if (!hasTurn && isAsleep()) waiting.abort();
  }, LOOK_MS);
  const inTurn = (): Promise<void> => {
    hasTurn = true;
    return work(turn.signal);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    await navigator.locks
      .request(name, { signal: waiting.signal }, inTurn)
      .catch(async (error: unknown) => {
        if (hasTurn || signal.aborted) throw error;
        await navigator.locks.request(name, { steal: true }, inTurn);
      });
  } catch (error) {
    if (signal.aborted || !isTaken(error)) throw error;
  } finally {
    clearInterval(looking);
    signal.removeEventListener('abort', stop);
    // The work of a tab whose lock was taken goes on until it hears of it.
    turn.abort();
  }
}

/** Whether this is how the browser says that another tab has taken the lock. */
const isTaken = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Runs `work` in one tab at a time. Where the browser has no Web Locks, `work` runs without a lock; so it does after
 * `mostMs`, because a tab that sleeps or is stuck in a dialog keeps its lock (READ-02). So `work` must be right
 * without the lock too. `waited` tells it that another call held the lock just before. If that was another tab, what it
 * wrote to localStorage may not be visible yet: a lock reaches other processes sooner than a stored
 * value does.
 */
export async function withLock<T>(
  name: string,
  mostMs: number,
  work: (waited: boolean) => Promise<T>,
): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work(false);
  const { locks } = navigator;
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  );
  if (atOnce) return atOnce.result;
  let begun = false;
  const inTurn = (): Promise<T> => {
    begun = true;
    return work(true);
  };
  try {
    return await locks.request(name, { signal: deadline(mostMs) }, inTurn);
  } catch (error) {
    if (begun) throw error;
    return inTurn();
  }
}
