import { deadline } from './deadline.ts';

/** Runs `work` while no other tab holds the lock. Rejects if the signal is aborted before its turn. */
export const alone = (
  name: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> => navigator.locks.request(name, { signal }, work);

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
