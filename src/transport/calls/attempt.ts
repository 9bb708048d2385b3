import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getAttemptOutcome } from '#core/contract/operation.ts';
import { asNever, fail, type Outcome, ok } from '#core/failure.ts';
import { randomHex } from '#platform/ciphers/random.ts';
import { scope } from '#transport/session/scope.ts';
import { call } from './call.ts';
import { mayHaveHappened } from './may-have-happened.ts';
import { ASK_MS, askedOf, untilKnown, WRITE_MS } from './once.ts';
import type { Fate } from './settle.ts';

interface Options {
  /** Aborted when the page is left, because nobody waits for the outcome any more. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the answer was lost and the server is asked for it. */
  readonly onLost?: () => void;
}

async function ask<E extends AnyEndpoint>(
  endpoint: E,
  idempotencyKey: string,
): Promise<Fate<AnswerOf<E>>> {
  const asked = { idempotencyKey, operation: endpoint.path };
  return askedOf(endpoint, await call(getAttemptOutcome, asked, { timeoutMs: ASK_MS }));
}

/**
 * Sends a write that moves no money. If its answer is lost, the server is asked until it says what
 * became of it (HARD-42), so a returned failure means that it has not happened.
 */
export async function attempt<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal = new AbortController().signal, onLost }: Options = {},
): Promise<Outcome<AnswerOf<E>>> {
  const { heard, isTheirs } = scope();
  const idempotencyKey = randomHex(16);
  const outcome = await call(endpoint, request, { idempotencyKey, timeoutMs: WRITE_MS });
  if (outcome.ok || !mayHaveHappened(outcome.failure)) return outcome;
  onLost?.();
  const once = () => ask(endpoint, idempotencyKey);
  // Anybody may ask what became of it: what it was for a customer is none of the next one's, and nobody asks on for them.
  const asked = await (endpoint.access === 'anonymous'
    ? untilKnown(once, signal)
    : heard(untilKnown(once, signal, isTheirs)));
  switch (asked.kind) {
    case 'done':
      return ok(asked.value);
    case 'never':
      return fail(asNever(outcome.failure));
    case 'unknown':
      return outcome;
  }
}
