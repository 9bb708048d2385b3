import { useCallback, useEffect, useState } from 'react';
import type { Noted } from './use-noted.later.ts';

/** The customer's notes, loaded once a search begins; undefined until they are known. */
export function useNoted(searching: boolean): {
  readonly noted: Noted | undefined;
  readonly again: () => void;
} {
  const [noted, setNoted] = useState<Noted>();
  const read = useCallback(() => {
    // If the notes cannot be loaded, the search continues without them.
    import('./use-noted.later.ts')
      .then(({ readNoted }) => readNoted())
      .then(setNoted, () => undefined);
  }, []);
  useEffect(() => {
    if (searching) read();
  }, [searching, read]);
  return { noted: searching ? noted : undefined, again: read };
}
