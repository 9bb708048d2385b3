import type { Failure } from '#core/failure.ts';

/** The result of sending an intent. */
export type Performed<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The write did not happen. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The answer was lost: the write may have happened, so the server has to be asked (BEY-02). */
  | { readonly kind: 'unknown' };

/** The server's answer about an intent. */
export type Fate<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The write did not happen and never will: the server closed the key. */
  | { readonly kind: 'never' }
  /** There was no answer. */
  | { readonly kind: 'unknown' };

/** An intent as flows use it: sent at most once, and asked about if its answer is lost. */
export interface Sendable<Request, Answer> {
  send(request: Request): Promise<Performed<Answer>>;
  /** Asks until the server says what happened; `unknown` only once `signal` is aborted. */
  check(signal: AbortSignal): Promise<Fate<Answer>>;
}

export type Settled<T> = Performed<T> | Fate<T>;

/**
 * Sends an intent and returns the outcome. If the answer is lost, `onLost` is called and the server is asked
 * until it answers; `unknown` only once `signal` is aborted.
 */
export async function settle<Request, Answer>(
  intent: Sendable<Request, Answer>,
  request: Request,
  onLost: () => void,
  signal: AbortSignal,
): Promise<Settled<Answer>> {
  const sent = await intent.send(request);
  if (sent.kind !== 'unknown') return sent;
  onLost();
  return intent.check(signal);
}
