import { useEffect } from 'react';
import { onBackOnline } from '#platform/network.ts';
import { toast } from '#ui/toasts.ts';

const REFRESH_EVERY_MS = 30_000;
/** The server does not let balances wait for slow prices: these are there soon after (HARD-34). */
const VALUES_AFTER_MS = 5_000;

interface Refreshed {
  /** Tells whether the server answered. */
  load(): Promise<boolean>;
  arrive(): Promise<boolean>;
  /** Whether every amount that is held came with its value. */
  hasValues(): boolean;
}

/**
 * Keeps what `load` brings fresh while the page is visible: now (by `arrive`), every 30 s, when the
 * page is seen again, and when the connection is back. A toast then says so once the fresh balances
 * are there. If the first answer came without values, it asks once more, soon.
 */
export function useRefresh({ load, arrive, hasValues }: Refreshed): void {
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const start = async (): Promise<void> => {
      await arrive();
      if (!left && !hasValues()) soon = setTimeout(whenSeen, VALUES_AFTER_MS);
    };
    let left = false;
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
    void start();
    return () => {
      left = true;
      clearTimeout(soon);
      ignore();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
      window.removeEventListener('focus', whenSeen);
    };
  }, [load, arrive, hasValues]);
}
