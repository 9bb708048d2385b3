import { FLOW_LOCK } from '#platform/page/flow-lock.ts';
import type { ActivateAnswer } from '#platform/worker/worker-messages.ts';

/**
 * Answers requests to take over. The worker takes over only while no tab is in a money flow: it
 * takes the flow lock exclusively, if available right now, and holds it until `skipWaiting`
 * resolves, which the browser may delay for long. Each call answers at once and ends when nothing
 * is left to do.
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
    // Without locks, only the customer's consent decides, which the page has asked for.
    if (begun || !locks) return takeOver();
    await locks.request(FLOW_LOCK, { mode: 'exclusive', ifAvailable: true }, (lock) =>
      lock ? takeOver() : answer('deferred'),
    );
  };
}
