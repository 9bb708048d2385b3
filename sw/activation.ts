import { FLOW_LOCK } from '#platform/flow-lock.ts';
import type { ActivateAnswer } from '#platform/worker-messages.ts';

/**
 * Answers requests to take over. That is done only while no tab is in a money flow: the lock is taken
 * alone, if that is possible right now, and held until the worker is active, which the browser may put
 * off for long. Each call answers at once and ends when nothing is left to be done.
 */
export function activation(
  scope: { skipWaiting(): Promise<void> },
  locks: LockManager | undefined,
): (answer: (answer: ActivateAnswer) => void) => Promise<void> {
  let begun = false;
  return async (answer) => {
    const takeOver = (): Promise<void> => {
      begun = true;
      answer('applied');
      return scope.skipWaiting();
    };
    // Without locks the page has asked the customer, and that is all there is to know.
    if (begun || !locks) return takeOver();
    await locks.request(FLOW_LOCK, { mode: 'exclusive', ifAvailable: true }, (lock) =>
      lock ? takeOver() : answer('deferred'),
    );
  };
}
