import { useEffect } from 'react';
import { shownAsOf } from '#platform/time/shown-as-of.ts';

/** Tells the shell how old the data on screen is. */
export function useShownAsOf(asOf: Date | undefined): void {
  const at = asOf?.getTime();
  useEffect(() => {
    shownAsOf.value = at;
    return () => {
      shownAsOf.value = undefined;
    };
  }, [at]);
}
