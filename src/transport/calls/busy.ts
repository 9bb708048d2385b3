import type { Failure } from '#core/failure.ts';

/**
 * How many seconds a busy server asks to wait (OPS-10); undefined if the call failed for another reason. It
 * does not tell whether a write happened, because the browser may have sent the request twice.
 */
export const busyFor = (failure: Failure): number | undefined =>
  failure.kind === 'refused' && failure.status === 503 ? failure.refusal.retryAfter : undefined;
