import { useEffect, useState } from 'react';
import { onChanged } from '#platform/page/data-changes.ts';
import { onReturn } from '#platform/page/on-return.ts';

interface Machine {
  /** Called when the page becomes visible, the connection is back, or the customer's money has moved. */
  resume(): void;
  leave(): void;
}

export interface Begun<M> {
  readonly machine: M;
  /** Saves the draft before the machine is left. */
  readonly keep: () => void;
}

const MONEY = ['balances', 'withdrawals', 'purchases'] as const;

/**
 * A machine that lives as long as the page. `begin` makes and starts it; a new `begin` replaces the machine.
 */
export function useMachine<M extends Machine>(begin: () => Begun<M>): M | undefined {
  const [current, setCurrent] = useState<M>();
  useEffect(() => {
    const { machine, keep } = begin();
    setCurrent(machine);
    const ignore = onReturn(() => machine.resume());
    const unfollow = onChanged(MONEY, () => machine.resume());
    return () => {
      ignore();
      unfollow();
      keep();
      machine.leave();
    };
  }, [begin]);
  return current;
}
