import type { Failure } from './failure.ts';

/**
 * How many seconds a busy server asks to wait (OPS-10); undefined: the call failed for another reason.
 * Whether a write happened this does not say, because the browser may have sent it twice.
 */
export const busyFor = (failure: Failure): number | undefined =>
  failure.kind === 'refused' && failure.status === 503 ? failure.refusal.retryAfter : undefined;
