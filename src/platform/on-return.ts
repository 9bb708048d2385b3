import { onBackOnline } from './network.ts';

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
