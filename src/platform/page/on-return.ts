import { onBackOnline, onlineNow } from './online.ts';

/** Whether the page is visible and online, so that fresh data can be loaded and seen. */
export const isAttended = (): boolean => document.visibilityState === 'visible' && onlineNow();

/**
 * Runs when the page becomes visible again, and when the connection comes back while it is visible.
 */
export function onReturn(run: () => void): () => void {
  const whenSeen = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  const ignore = onBackOnline(whenSeen);
  document.addEventListener('visibilitychange', whenSeen);
  return () => {
    ignore();
    document.removeEventListener('visibilitychange', whenSeen);
  };
}
