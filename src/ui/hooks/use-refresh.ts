import { useEffect } from 'react';
import { isAttended } from '#platform/page/on-return.ts';

const EVERY_MS = 30_000;

/** Loads again every 30 seconds while the page is seen and connected; `useReload` loads on every other occasion. */
export function useRefresh(load: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => isAttended() && load(), EVERY_MS);
    return () => clearInterval(timer);
  }, [load]);
}
