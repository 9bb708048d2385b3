import { useEffect, useState } from 'react';
import { onReturn } from '#platform/on-return.ts';

interface Machine {
  /** Called when the page is seen again or the connection is back. */
  resume(): void;
  leave(): void;
}

export interface Begun<M> {
  readonly machine: M;
  /** Saves what is worth keeping before the machine is left. */
  readonly keep: () => void;
}

/**
 * A machine for as long as the page is open. `begin` makes and starts it; a new `begin` replaces the
 * machine with a new one.
 */
export function useMachine<M extends Machine>(begin: () => Begun<M>): M | undefined {
  const [current, setCurrent] = useState<M>();
  useEffect(() => {
    const { machine, keep } = begin();
    setCurrent(machine);
    const ignore = onReturn(() => machine.resume());
    return () => {
      ignore();
      keep();
      machine.leave();
    };
  }, [begin]);
  return current;
}
