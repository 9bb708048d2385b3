import { useEffect, useState } from 'react';

/** Typing rests once nothing was typed for this long. */
const REST_MS = 1_000;

/**
 * Whether what is wrong with a text that is being typed may be spoken: only once typing rests, because nearly every text
 * is wrong on the way to a right one (EYE-11). What was spoken is not said again while it stays wrong in the same way.
 */
export function useIsRested(wrong: string | undefined, typed: string): boolean {
  const [rested, setRested] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the rest anew
  useEffect(() => {
    const timer = setTimeout(() => setRested(wrong), REST_MS);
    return () => clearTimeout(timer);
  }, [wrong, typed]);
  return wrong !== undefined && wrong === rested;
}
