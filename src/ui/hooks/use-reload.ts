import { useEffect } from 'react';
import type { ChangeKind } from '#core/contract/market/live.ts';
import { onChanged } from '#platform/page/data-changes.ts';
import { onReturn } from '#platform/page/on-return.ts';

const NOTHING: readonly ChangeKind[] = [];

/**
 * Loads when the page opens, when the connection is back, when the page becomes visible, and when data of
 * these kinds has changed. `changing` must stay the same array.
 */
export function useReload(load: () => unknown, changing = NOTHING): void {
  useEffect(() => {
    if (document.visibilityState === 'visible') load();
    const ignore = onReturn(load);
    const unfollow = onChanged(changing, load);
    return () => {
      ignore();
      unfollow();
    };
  }, [load, changing]);
}
