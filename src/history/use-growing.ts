import { startTransition, useEffect, useState } from 'react';
import { afterFrame } from '#platform/time/after-frame.ts';

/** Rows that fill the screen of a phone. */
const FIRST = 10;
/** Rows that a slow phone draws within 50 milliseconds. */
const STEP = 8;

/**
 * How many of `count` rows to draw: a screenful, and some more after each frame, because a press waits while
 * rows are drawn. With `whole`, all of them at once.
 */
export function useGrowing(count: number, whole: boolean): number {
  const [most, setMost] = useState(FIRST);
  const isGrowing = !whole && most < count;
  useEffect(() => {
    if (!isGrowing) return;
    let isCurrent = true;
    afterFrame(() => {
      if (isCurrent) startTransition(() => setMost(most + STEP));
    });
    return () => {
      isCurrent = false;
    };
  }, [isGrowing, most]);
  return whole ? count : most;
}
