import { useEffect } from 'react';
import { onBackOnline } from '#platform/network.ts';
import { toast } from '#ui/toasts.ts';

const REFRESH_EVERY_MS = 30_000;

/**
 * Keeps what `load` brings fresh while the page is visible: now (by `arrive`), every 30 s, when the
 * page is seen again, and when the connection is back. A toast then says so once the fresh balances
 * are there.
 */
export function useRefresh(load: () => Promise<boolean>, arrive: () => Promise<boolean>): void {
  useEffect(() => {
    const whenSeen = (): void => {
      if (document.visibilityState === 'visible') void load();
    };
    const whenBack = async (): Promise<void> => {
      if (await load()) toast.success('Back online. Your balances are up to date.');
    };
    const ignore = onBackOnline(() => void whenBack());
    const timer = setInterval(whenSeen, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', whenSeen);
    window.addEventListener('focus', whenSeen);
    void arrive();
    return () => {
      ignore();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
      window.removeEventListener('focus', whenSeen);
    };
  }, [load, arrive]);
}
