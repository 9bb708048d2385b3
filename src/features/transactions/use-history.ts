import { useEffect } from 'react';
import { online } from '#platform/network.ts';
import { shownAsOf } from '#platform/shown-as-of.ts';
import type { History } from './history-state.ts';

/** Loads a history when its page opens, and again when the connection is back or the page is seen. */
export function useHistory(history: History): void {
  useEffect(() => {
    const load = (): void => {
      if (document.visibilityState === 'visible') void history.load();
    };
    let was = online.peek();
    const unsubscribe = online.subscribe((now) => {
      if (now && !was) load();
      was = now;
    });
    document.addEventListener('visibilitychange', load);
    load();
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', load);
    };
  }, [history]);
}

/** Tells the shell of when the data on screen is. */
export function useShownAsOf(asOf: Date | undefined): void {
  const at = asOf?.getTime();
  useEffect(() => {
    shownAsOf.value = at;
    return () => {
      shownAsOf.value = undefined;
    };
  }, [at]);
}
