import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getAttemptOutcome } from '#core/contract/operation.ts';
import { type Outcome, ok } from '#core/failure.ts';
import { mayHaveHappened } from '#core/may-have-happened.ts';
import { randomHex } from '#platform/random.ts';
import { call } from './call.ts';
import { ASK_MS, askedOf, untilKnown, WRITE_MS } from './once.ts';
import type { Asked } from './settle.ts';

interface Options {
  /** The page was left: nobody waits for the outcome any more. */
  readonly signal?: AbortSignal | undefined;
  /** The answer was lost: from here on the server is asked what became of it. */
  readonly onLost?: () => void;
}

async function ask<E extends AnyEndpoint>(
  endpoint: E,
  idempotencyKey: string,
): Promise<Asked<AnswerOf<E>>> {
  const asked = { idempotencyKey, operation: endpoint.path };
  return askedOf(endpoint, await call(getAttemptOutcome, asked, { timeoutMs: ASK_MS }));
}

/**
 * Sends what a browser asks for without money in it. If its answer is lost, the server is asked until it
 * says what became of it (HARD-42): a failure that is given back is one of something that has not happened.
 */
export async function attempt<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal = new AbortController().signal, onLost }: Options = {},
): Promise<Outcome<AnswerOf<E>>> {
  const idempotencyKey = randomHex(16);
  const outcome = await call(endpoint, request, { idempotencyKey, timeoutMs: WRITE_MS });
  if (outcome.ok || !mayHaveHappened(outcome.failure)) return outcome;
  onLost?.();
  const asked = await untilKnown(() => ask(endpoint, idempotencyKey), signal);
  return asked.kind === 'done' ? ok(asked.value) : outcome;
}
