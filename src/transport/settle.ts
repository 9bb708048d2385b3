import type { Failure } from '#core/failure.ts';

/** How sending an intent ended. */
export type Performed<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** It did not happen. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The answer was lost: it may have happened, so the server has to be asked (BEY-02). */
  | { readonly kind: 'unknown' };

/** What the server said when it was asked about an intent. */
export type Asked<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** It did not happen and never will: the server closed the key. */
  | { readonly kind: 'never' }
  /** There was no answer. */
  | { readonly kind: 'unknown' };

/** An intent as a flow sees it: sent at most once, and asked about if its answer is lost. */
export interface Sendable<Request, Answer> {
  send(request: Request): Promise<Performed<Answer>>;
  /** Asks until the server says what happened; `unknown` only once `signal` is aborted. */
  check(signal: AbortSignal): Promise<Asked<Answer>>;
}

export type Settled<T> = Performed<T> | Asked<T>;

/**
 * Sends an intent and returns what became of it. If the answer is lost, `onLost` is called and the
 * server is asked until it says; `unknown` only once `signal` is aborted.
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
