import { useEffect } from 'react';
import { onReturn } from '#platform/on-return.ts';

/** Loads when the page opens, and again when the connection is back or the page is seen again. */
export function useReload(load: () => unknown): void {
  useEffect(() => {
    if (document.visibilityState === 'visible') load();
    return onReturn(load);
  }, [load]);
}
