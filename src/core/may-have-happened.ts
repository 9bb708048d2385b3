import type { Failure } from './failure.ts';

/**
 * Whether a write that failed this way may have happened anyway: then its outcome is unknown and must be
 * asked for, never guessed (BEY-02). When a kept-open connection breaks, a browser sends the same
 * envelope again on its own: a server of the version before answers one that was accepted as
 * unreadable. When another page asked what became of an earlier try, its key is closed, and the
 * server has the last word.
 */
export const mayHaveHappened = (failure: Failure): boolean =>
  failure.kind !== 'offline' &&
  failure.kind !== 'session-over' &&
  (failure.kind !== 'unreadable' || failure.status !== 404) &&
  (failure.kind !== 'refused' ||
    failure.status >= 500 ||
    failure.refusal.code === 'MALFORMED' ||
    failure.refusal.code === 'KEY_CONFLICT');
