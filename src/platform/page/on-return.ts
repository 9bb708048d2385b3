import { onBackOnline, onlineNow } from './online.ts';

/** Whether the page is visible and online, so that fresh data can be loaded and seen. */
export const isAttended = (): boolean => document.visibilityState === 'visible' && onlineNow();

/** A network that answers some calls and loses others comes back all the time: what is shown is not loaded each time. */
const RELOAD_EVERY_MS = 5_000;

/**
 * For what loads again what is shown: calls `run` when the connection comes back, at once, and if it comes
 * back again within five seconds, once at the end of them. Until the returned function is called.
 */
export function onReconnected(run: () => void): () => void {
  let ranAt = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const reload = (): void => {
    waiting = undefined;
    if (!onlineNow()) return;
    ranAt = performance.now();
    run();
  };
  const ignore = onBackOnline(() => {
    if (waiting !== undefined) return;
    const pause = ranAt + RELOAD_EVERY_MS - performance.now();
    if (pause <= 0) reload();
    else waiting = setTimeout(reload, pause);
  });
  return () => {
    clearTimeout(waiting);
    ignore();
  };
}

/**
 * Runs when the page becomes visible again, and when the connection comes back while it is visible.
 */
export function onReturn(run: () => void): () => void {
  const whenSeen = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  const ignore = onReconnected(whenSeen);
  document.addEventListener('visibilitychange', whenSeen);
  return () => {
    ignore();
    document.removeEventListener('visibilitychange', whenSeen);
  };
}
