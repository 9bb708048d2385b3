/** Who asks for a turn. */
export interface Caller {
  /** Those of one name wait behind each other, and among the names each has its turn. */
  readonly name: string;
  /** Goes before all that are not. */
  readonly first?: boolean;
}

export interface Turns {
  /** Does the work when it is its turn. */
  run<T>(work: () => Promise<T>, caller?: Caller): Promise<T>;
  /** Whether so many of the same name wait that one more had better be sent away. */
  isFull(caller?: Caller): boolean;
}

type Line = (() => void)[];

const ANYBODY: Caller = { name: '' };

/**
 * Turns for costly work: so much `atOnce`. Those who wait are served name by name, so that however many
 * of one name ask, the others wait for a turn of each name and not for all of them (HARD-38). Each name
 * may have its share of `mostWaiting` waiting, and always one.
 */
export function turns(atOnce: number, mostWaiting: number): Turns {
  let running = 0;
  // A name is in a map only while somebody of it waits; the first of the map has the next turn.
  const lanes = { first: new Map<string, Line>(), other: new Map<string, Line>() };
  const laneOf = ({ first = false }: Caller) => (first ? lanes.first : lanes.other);

  const wait = (caller: Caller): Promise<void> =>
    new Promise((resolve) => {
      const lane = laneOf(caller);
      const line = lane.get(caller.name) ?? [];
      line.push(resolve);
      lane.set(caller.name, line);
    });

  const next = (): (() => void) | undefined => {
    for (const lane of [lanes.first, lanes.other]) {
      const [entry] = lane;
      if (!entry) continue;
      const [name, line] = entry;
      const called = line.shift();
      // To the end of the round, if more of this name wait.
      lane.delete(name);
      if (line.length > 0) lane.set(name, line);
      return called;
    }
    return undefined;
  };

  return {
    run: async (work, caller = ANYBODY) => {
      if (running < atOnce) running++;
      else await wait(caller);
      try {
        return await work();
      } finally {
        // The place goes straight to the next one: nobody slips in between.
        const called = next();
        if (called) called();
        else running--;
      }
    },
    isFull: (caller = ANYBODY) => {
      const lane = laneOf(caller);
      const own = lane.get(caller.name)?.length ?? 0;
      const names = lane.size + (own === 0 ? 1 : 0);
      return own >= Math.max(1, Math.floor(mostWaiting / names));
    },
  };
}
