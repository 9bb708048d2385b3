import { useEffect, useRef } from 'react';

/** Returns a function that gives an abort signal for a request: it aborts when the page is left. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  return () => {
    leaving.current ??= new AbortController();
    return leaving.current.signal;
  };
}
