/**
 * Runs `work` alone among all tabs; where the browser has no Web Locks, among this tab's calls only.
 * `waited` tells it that another tab was at it just before: what that one stored in localStorage may
 * still be on its way, for a lock reaches other processes sooner than a stored value does.
 */
export async function withLock<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work(false);
  const { locks } = navigator;
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  );
  return atOnce ? atOnce.result : locks.request(name, () => work(true));
}
