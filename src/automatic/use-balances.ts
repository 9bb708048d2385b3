import { useEffect } from 'react';
import { onChanged } from '#platform/page/data-changes.ts';
import { followOnline } from '#platform/page/online.ts';
import { loadForex } from '#transport/money/forex-rates.ts';
import { loadBalances } from '#transport/money/known-balances.ts';

const REFRESH_EVERY_MS = 30_000;

/**
 * Keeps the balances and the exchange rates fresh while the page is visible, as the wallet does:
 * now, every 30 s, when the page is visible again, when something has changed, and when the
 * connection comes or goes, so that an old balance shows its age.
 */
export function useBalances(): void {
  useEffect(() => {
    const load = (): void => {
      // Without a connection the device's copy of the rates is taken, so that what it knows has its value.
      void loadForex();
      void loadBalances();
    };
    const whenSeen = (): void => {
      if (document.visibilityState === 'visible') load();
    };
    const ignore = followOnline(load);
    const unfollow = onChanged(['balances', 'withdrawals'], load);
    const timer = setInterval(whenSeen, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      ignore();
      unfollow();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, []);
}
