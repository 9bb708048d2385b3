import { useCallback, useEffect, useState } from 'react';
import type { Noted } from './noted.ts';

/** The customer's notes once something is searched for; undefined until they are known. */
export function useNoted(searching: boolean): {
  readonly noted: Noted | undefined;
  readonly again: () => void;
} {
  const [noted, setNoted] = useState<Noted>();
  const read = useCallback(() => {
    // Without them the rest is searched all the same.
    import('./noted.ts').then(({ readNoted }) => readNoted()).then(setNoted, () => undefined);
  }, []);
  useEffect(() => {
    if (searching) read();
  }, [searching, read]);
  return { noted: searching ? noted : undefined, again: read };
}
