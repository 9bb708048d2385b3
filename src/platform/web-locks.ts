/** Runs `work` while no other tab holds the lock. Rejects if the signal is aborted before its turn. */
export const alone = (
  name: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> => navigator.locks.request(name, { signal }, work);

/**
 * Runs `work` in one tab at a time. Where the browser has no Web Locks, `work` runs without a lock.
 * `waited` tells it that another call held the lock just before. If that was another tab, what it
 * wrote to localStorage may not be visible yet: a lock reaches other processes sooner than a stored
 * value does.
 */
export async function withLock<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work(false);
  const { locks } = navigator;
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  );
  return atOnce ? atOnce.result : locks.request(name, () => work(true));
}
