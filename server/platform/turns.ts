export interface Turns {
  /** Does the work when it is its turn, in the order of asking. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether so many wait that one more had better be sent away. */
  readonly full: boolean;
}

/** Turns for costly work: so much `atOnce`, and at `mostWaiting` it is full. */
export function turns(atOnce: number, mostWaiting: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async (work) => {
      if (running < atOnce) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // The place goes straight to the next one: nobody slips in between.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    get full() {
      return waiting.length >= mostWaiting;
    },
  };
}
