import { FLOW_LOCK } from '#platform/flow-lock.ts';
import type { ActivateAnswer, ActivateRequest } from '#platform/worker-messages.ts';

/** The two things of a worker's world that are needed here. */
interface Scope {
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly unknown[]>;
  };
  skipWaiting(): Promise<void>;
}

async function isAlone(scope: Scope): Promise<boolean> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.length === 1;
}

/**
 * Takes over only while no tab is in a money flow: the lock is taken alone, if that is possible right
 * now, and held until the worker is active.
 */
export async function activateOnRequest(
  request: ActivateRequest,
  scope: Scope,
  locks: LockManager | undefined,
): Promise<ActivateAnswer> {
  if (request.alone && !(locks && (await isAlone(scope)))) return 'deferred';
  const takeOver = async (): Promise<ActivateAnswer> => {
    await scope.skipWaiting();
    return 'applied';
  };
  // Without locks the page has asked the customer, and that is all there is to know.
  if (!locks) return takeOver();
  return locks.request(FLOW_LOCK, { mode: 'exclusive', ifAvailable: true }, (lock) =>
    lock ? takeOver() : 'deferred',
  );
}
