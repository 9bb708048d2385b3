import { useEffect, useState } from 'react';

const LONG_MS = 5_000;

/** Whether something has been waited for for longer than five seconds, which then gets a sentence. */
export function useIsLong(waiting: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting]);
  return long;
}
