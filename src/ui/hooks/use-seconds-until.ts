import { useEffect, useReducer } from 'react';
import { serverNow } from '#platform/time/server-clock.ts';

/**
 * The whole seconds until a moment of the server's clock, counted down to 0. They are computed from the moment, so a
 * page that slept shows the truth as soon as it is seen (READ-02).
 */
export function useSecondsUntil(moment: number): number {
  const [, look] = useReducer((times: number) => times + 1, 0);
  const left = Math.max(0, Math.ceil((moment - serverNow()) / 1_000));
  const waits = left > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waits]);
  return left;
}
