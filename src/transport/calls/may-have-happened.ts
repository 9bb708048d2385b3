import type { Failure } from '#core/failure.ts';

/**
 * Whether a write with this failure may have happened anyway: then its outcome is unknown and must be asked
 * for, never guessed (BEY-02). If a kept-alive connection breaks, a browser sends the same envelope again by
 * itself, and older servers answer an envelope that they accepted before as unreadable. If another page has
 * asked for the outcome of an earlier attempt, its key is closed, and the server has the last word.
 */
export const mayHaveHappened = (failure: Failure): boolean =>
  failure.kind !== 'offline' &&
  failure.kind !== 'session-over' &&
  (failure.kind !== 'unreadable' || failure.status !== 404) &&
  (failure.kind !== 'refused' ||
    failure.status >= 500 ||
    failure.refusal.code === 'MALFORMED' ||
    failure.refusal.code === 'KEY_CONFLICT');
