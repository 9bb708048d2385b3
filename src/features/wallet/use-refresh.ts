import { useEffect } from 'react';
import { onChanged } from '#platform/page/data-changes.ts';
import { onReconnected } from '#platform/page/on-return.ts';
import { toast } from '#ui/feedback/toasts.ts';

const REFRESH_EVERY_MS = 30_000;
/** The server does not delay balances for slow prices, which are available soon after (HARD-34). */
const VALUES_AFTER_MS = 5_000;

interface Refreshed {
  /** Tells whether the server answered. */
  load(): Promise<boolean>;
  arrive(): Promise<boolean>;
  reload(): Promise<boolean>;
  /** Whether every held amount came with its value. */
  hasValues(): boolean;
}

/**
 * Keeps what `load` brings fresh while the page is visible: now (by `arrive`), every 30 s, when the
 * page is seen again, when something has changed, and when the connection is back: a toast says so once
 * the fresh balances are there. If the first answer came without values, it asks once more, soon.
 */
export function useRefresh({ load, arrive, reload, hasValues }: Refreshed): void {
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const start = async (): Promise<void> => {
      await arrive();
      if (!left && !hasValues()) soon = setTimeout(whenSeen, VALUES_AFTER_MS);
    };
    let left = false;
    let isBack = false;
    const refresh = async (run: () => Promise<boolean>): Promise<void> => {
      if (!(await run()) || !isBack) return;
      isBack = false;
      toast.success('Back online. Your balances are up to date.');
    };
    const whenSeen = (): void => {
      if (document.visibilityState === 'visible') void refresh(load);
    };
    const ignore = onReconnected(() => {
      isBack = true;
      // A request from before may never end, because its connection is gone: it is not joined.
      void refresh(reload);
    });
    const unfollow = onChanged(['balances', 'deposits', 'withdrawals'], () => refresh(reload));
    const timer = setInterval(whenSeen, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', whenSeen);
    window.addEventListener('focus', whenSeen);
    void start();
    return () => {
      left = true;
      clearTimeout(soon);
      ignore();
      unfollow();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
      window.removeEventListener('focus', whenSeen);
    };
  }, [load, arrive, reload, hasValues]);
}
