import { useEffect } from 'react';
import { isAttended } from '#platform/page/on-return.ts';

/** Loads again each time so many milliseconds are over, while the page is seen and connected; `useReload` has the other occasions. */
export function useEvery(ms: number, load: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => isAttended() && load(), ms);
    return () => clearInterval(timer);
  }, [ms, load]);
}
