/** Runs `work` alone among all tabs; where the browser has no Web Locks, among this tab's calls only. */
export const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? navigator.locks.request(name, work)
    : work();
