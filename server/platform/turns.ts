/** Who asks for a turn. */
export interface Caller {
  /** Callers of one name wait in one line; the lines are served in turns. */
  readonly name: string;
  /** Goes before all that are not. */
  readonly first?: boolean;
}

export interface Turns {
  /** Does the work when it is its turn. */
  run<T>(work: () => Promise<T>, caller?: Caller): Promise<T>;
  /**
   * Whether the caller's name has its full share of waiting callers, so that one more should be
   * refused.
   */
  isFull(caller?: Caller): boolean;
  /** How many callers wait. */
  waiting(): number;
}

type Line = (() => void)[];

const ANYBODY: Caller = { name: '' };

/**
 * Limits costly work to `atOnce` pieces at a time. There is a line for each name, and the lines are
 * served in turns: a name with many waiting callers delays the others by one turn per round only
 * (HARD-38). Each name may have its share of `mostWaiting` callers waiting, and always one.
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

  const waitingIn = (lane: ReadonlyMap<string, Line>): number =>
    [...lane.values()].reduce((sum, line) => sum + line.length, 0);

  return {
    waiting: () => waitingIn(lanes.first) + waitingIn(lanes.other),
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
