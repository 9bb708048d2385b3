import { safeParse } from 'valibot';
import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import type { Outcome } from '#core/failure.ts';
import { wentWell } from '#platform/device/install.ts';
import { forgetTotal } from '#platform/kept/last-total.ts';
import { onBackOnline } from '#platform/page/online.ts';
import { withLock } from '#platform/page/web-locks.ts';
import { closeIntent, type Intent, keepIntent } from '#transport/customer/intents.ts';
import { scope } from '#transport/session/scope.ts';
import { callFor } from './call.ts';
import { mayHaveHappened } from './may-have-happened.ts';
import type { Fate, Performed, Sendable } from './settle.ts';

/**
 * How long a money write is waited for: longer than the server waits for its database. After that
 * its outcome is asked for, as if the answer had been lost (BEY-02).
 */
export const WRITE_MS = 45_000;
/** How long the answer to one question is waited for; then the next is asked. */
export const ASK_MS = 15_000;

const inFlight = new Map<string, Promise<Performed<never>>>();

/**
 * One tab at a time handles an intent, so that a question cannot overtake the request itself. A tab that holds it for
 * longer than a write and a question take is asleep; what it sends later is refused, because a question closes the key.
 */
const alone = <T>(intent: Intent, work: () => Promise<T>): Promise<T> =>
  withLock(`kopa-intent-${intent.key}`, WRITE_MS + ASK_MS, work);

async function send<E extends AnyEndpoint>(
  intent: Intent,
  endpoint: E,
  request: RequestOf<E>,
): Promise<Performed<AnswerOf<E>>> {
  const { userId, gone } = scope();
  // Nothing about another customer's money is written to the device either.
  if (intent.userId !== userId) return { kind: 'refused', failure: { kind: 'session-over' } };
  keepIntent(intent);
  void forgetTotal();
  const options = { idempotencyKey: intent.key, timeoutMs: WRITE_MS };
  const outcome = await callFor(userId, endpoint, request, options);
  // Whoever is gone has not seen that it was done: they are told when they are back.
  const isUnseen = outcome.ok ? gone.aborted : mayHaveHappened(outcome.failure);
  if (isUnseen) return { kind: 'unknown' };
  closeIntent(intent);
  if (gone.aborted) return { kind: 'refused', failure: { kind: 'session-over' } };
  if (outcome.ok) wentWell();
  return outcome.ok
    ? { kind: 'done', value: outcome.value }
    : { kind: 'refused', failure: outcome.failure };
}

/**
 * Sends a money write once. The intent is on the device before the request is on its way; a double
 * tap joins the request under way; nothing is repeated automatically. Answered only while its customer is there.
 */
export const perform = <E extends AnyEndpoint>(
  intent: Intent,
  endpoint: E,
  request: RequestOf<E>,
): Promise<Performed<AnswerOf<E>>> => scope().heard(performed(intent, endpoint, request));

function performed<E extends AnyEndpoint>(
  intent: Intent,
  endpoint: E,
  request: RequestOf<E>,
): Promise<Performed<AnswerOf<E>>> {
  const running = inFlight.get(intent.key);
  if (running) return running;
  const started = alone(intent, () => send(intent, endpoint, request)).finally(() => {
    inFlight.delete(intent.key);
  });
  inFlight.set(intent.key, started as Promise<Performed<never>>);
  return started;
}

/** What the server's answer says became of a write. */
export function askedOf<E extends AnyEndpoint>(
  endpoint: E,
  outcome: Outcome<AnswerOf<typeof getOperationOutcome>>,
): Fate<AnswerOf<E>> {
  if (!outcome.ok) return { kind: 'unknown' };
  const { data } = outcome.value;
  if (data.outcome === 'never') return { kind: 'never' };
  const parsed = safeParse(endpoint.answer, data.answer);
  return parsed.success
    ? { kind: 'done', value: parsed.output as AnswerOf<E> }
    : { kind: 'unknown' };
}

async function ask<E extends AnyEndpoint>(intent: Intent, endpoint: E): Promise<Fate<AnswerOf<E>>> {
  const { key: idempotencyKey, operation, userId } = intent;
  const { gone } = scope();
  // Asked in another customer's session, the server would answer that it never happened.
  const outcome = await callFor(
    userId,
    getOperationOutcome,
    { idempotencyKey, operation },
    { timeoutMs: ASK_MS },
  );
  const asked: Fate<AnswerOf<E>> = gone.aborted ? { kind: 'unknown' } : askedOf(endpoint, outcome);
  if (asked.kind !== 'unknown') closeIntent(intent);
  return asked;
}

/** Asks the server once what became of an intent. Answered only while its customer is there. */
export const askOutcome = <E extends AnyEndpoint>(
  intent: Intent,
  endpoint: E,
): Promise<Fate<AnswerOf<E>>> => scope().heard(alone(intent, () => ask(intent, endpoint)));

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Resolves after the pause, or as soon as the connection is back. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      ignore();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    const ignore = onBackOnline(finish);
    signal.addEventListener('abort', finish);
  });

/** Asks until the server says what happened; `unknown` only if `signal` was aborted, or nobody waits for it any more. */
export async function untilKnown<T>(
  once: () => Promise<Fate<T>>,
  signal: AbortSignal,
  isWaitedFor: () => boolean = () => true,
): Promise<Fate<T>> {
  for (let attempt = 0; !signal.aborted && isWaitedFor(); attempt++) {
    const asked = await once();
    if (asked.kind !== 'unknown') return asked;
    await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 15_000, signal);
  }
  return { kind: 'unknown' };
}

/** An intent, ready to be sent to its endpoint. */
export const sendable = <E extends AnyEndpoint>(
  intent: Intent,
  endpoint: E,
): Sendable<RequestOf<E>, AnswerOf<E>> => ({
  send: (request) => perform(intent, endpoint, request),
  check: (signal) => untilKnown(() => askOutcome(intent, endpoint), signal),
});
