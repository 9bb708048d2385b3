import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { type Asked, askUntilKnown, type Performed, perform } from './once.ts';
import type { Intent } from './open-intents.ts';

/** A wish that is sent at most once, and whose outcome is asked for if its answer was lost. */
export interface Wish<Request, Answer> {
  send(request: Request): Promise<Performed<Answer>>;
  /** Asks until the server says what happened; `unknown` only after `signal`. */
  check(signal: AbortSignal): Promise<Asked<Answer>>;
}

/** What an intent stands for, to be sent to its endpoint. */
export const wishOf = <E extends AnyEndpoint>(
  intent: Intent,
  endpoint: E,
): Wish<RequestOf<E>, AnswerOf<E>> => ({
  send: (request) => perform(intent, endpoint, request),
  check: (signal) => askUntilKnown(intent, endpoint, signal),
});
