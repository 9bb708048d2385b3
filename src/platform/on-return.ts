import { onBackOnline, online } from './network.ts';

/** Whether something new would be seen, and could be asked for. */
export const isAttended = (): boolean => document.visibilityState === 'visible' && online.peek();

/** Runs when the page is seen again and when the connection is back, as long as somebody looks. */
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
