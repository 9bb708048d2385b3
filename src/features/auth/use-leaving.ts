import { useEffect, useRef } from 'react';

/** A signal that is aborted once the page is left; asked for when something is sent. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  return () => {
    leaving.current ??= new AbortController();
    return leaving.current.signal;
  };
}
