import { useEffect, useState } from 'react';
import { onReturn } from '#platform/on-return.ts';

interface Machine {
  /** The page is seen again or the connection is back. */
  resume(): void;
  leave(): void;
}

/**
 * A machine for as long as the page is open, and another one where `begin`, which makes and starts it,
 * is another one. `keep` is asked what is worth keeping before it is left.
 */
export function useMachine<M extends Machine>(
  begin: () => M,
  keep: (machine: M) => void,
): M | undefined {
  const [current, setCurrent] = useState<M>();
  useEffect(() => {
    const machine = begin();
    setCurrent(machine);
    const ignore = onReturn(() => machine.resume());
    return () => {
      ignore();
      keep(machine);
      machine.leave();
    };
  }, [begin, keep]);
  return current;
}
