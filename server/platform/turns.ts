/** A caller of limited work. */
export interface Caller {
  /** Callers with the same name share one queue; the queues are served in turns. */
  readonly name: string;
  /** Served before all callers without this flag. */
  readonly first?: boolean;
}

export interface Turns {
  /** Does the work in its turn. */
  run<T>(work: () => Promise<T>, caller?: Caller): Promise<T>;
  /**
   * Whether the caller's name has its full share of waiting callers, so that the next one should be refused.
   */
  isFull(caller?: Caller): boolean;
  /** The number of waiting callers. */
  waiting(): number;
}

type Line = (() => void)[];

const ANYBODY: Caller = { name: '' };

/**
 * Limits expensive work to `atOnce` pieces at a time. Each name has a queue, and the queues are served in
 * turns: a name with many waiting callers delays the others by one turn per round (HARD-38). Each name may
 * use its share of `mostWaiting`, and at least one.
 */
export function turns(atOnce: number, mostWaiting: number): Turns {
  let running = 0;
  // A name is in a map only while one of its callers waits; the first name has the next turn.
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
      // To the end of the round, if more callers of this name wait.
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
        // The place is handed to the next caller directly, so that no newcomer takes it.
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
