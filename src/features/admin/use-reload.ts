import { useEffect } from 'react';
import { online } from '#platform/network.ts';

/** Loads when the page opens, and again when the connection is back or the page is seen. */
export function useReload(load: () => void): void {
  useEffect(() => {
    const whenSeen = (): void => {
      if (document.visibilityState === 'visible') load();
    };
    let was = online.peek();
    const unsubscribe = online.subscribe((now) => {
      if (now && !was) whenSeen();
      was = now;
    });
    document.addEventListener('visibilitychange', whenSeen);
    whenSeen();
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [load]);
}
