import { useEffect } from 'react';
import type { ChangeKind } from '#core/contract/live.ts';
import { onChanged } from '#platform/changes.ts';
import { onReturn } from '#platform/on-return.ts';

const NOTHING: readonly ChangeKind[] = [];

/**
 * Loads when the page opens, again when the connection is back or the page is seen again, and when
 * something of these kinds has changed; `changing` must stay the same list.
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
