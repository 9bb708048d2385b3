import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import type { Outcome } from '#core/failure.ts';
import type { SnapshotName } from '#core/snapshot.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { scopedStore } from '#transport/session/scope.ts';
import { call } from './call.ts';
import { failureText } from './failure-text.ts';
import { inOrder } from './in-order.ts';
import { readThrough, type Shown } from './read-through.ts';

/** What the server last said in answer to one question of whoever is there. */
export interface Known<T> {
  /** Undefined until there is an answer, or the device's copy of one. */
  data: T | undefined;
  /** When the server made it. */
  asOf: Date | undefined;
  source: Shown['source'] | undefined;
  /** The text of the last failure; what was known stays beside it. */
  failure: string | undefined;
}

interface Kept<E extends AnyEndpoint, T> {
  /** What of the answer is kept. */
  readonly pick: (answer: AnswerOf<E>) => T;
  /** What is said of a failure that says nothing itself. */
  readonly failed: string;
  /** The device's copy, which is shown until the answer comes; none is kept of a question without one. */
  readonly snapshot?: SnapshotName;
  /** In milliseconds; the usual time of a read if not set. */
  readonly timeoutMs?: number;
  /** Called with each answer of the server that counts, once it is known. */
  readonly heard?: (kept: T) => void;
}

/**
 * One question to the server and what it last said: for this customer alone, in the order in which it was asked, with the
 * device's copy first where there is one. A failure leaves what was known.
 *
 * @example
 * export const waiting = reading(listWaiting, {}, {
 *   pick: ({ data }) => data,
 *   failed: 'What is under way could not be loaded.',
 * });
 * // In a view: `useReload(waiting.load)`, and `const { data, failure } = useSnapshot(waiting.known)`.
 */
export function reading<E extends AnyEndpoint, T>(
  endpoint: E,
  request: RequestOf<E>,
  { pick, failed, snapshot, timeoutMs, heard }: Kept<E, T>,
) {
  const known = scopedStore<Known<T>>(() => ({
    data: undefined,
    asOf: undefined,
    source: undefined,
    failure: undefined,
  }));
  const questions = inOrder();

  async function ask(
    show: (answer: AnswerOf<E>, shown: Shown) => void,
  ): Promise<Outcome<AnswerOf<E>>> {
    if (snapshot) return readThrough(snapshot, endpoint, request, show);
    const outcome = await call(endpoint, request, timeoutMs === undefined ? {} : { timeoutMs });
    if (outcome.ok) {
      show(outcome.value, { asOf: outcome.asOf ?? new Date(serverNow()), source: 'server' });
    }
    return outcome;
  }

  async function load(): Promise<void> {
    const counts = questions.ask();
    const outcome = await ask((answer, { asOf, source }) => {
      // The device's copy is older than what is already on screen.
      if (source === 'snapshot' && known.asOf) return;
      if (!counts(source === 'server')) return;
      const kept = pick(answer);
      Object.assign(known, { data: kept, asOf, source, failure: undefined });
      if (source === 'server') heard?.(kept);
    });
    if (!outcome.ok && counts(false)) known.failure = failureText(outcome.failure, failed);
  }

  return {
    known,
    load,

    /** Something else told what it is now: answers that are still on their way were made before that. */
    know(data: T): void {
      questions.changed();
      Object.assign(known, { data, failure: undefined });
    },

    /** Something has changed, or may have: answers that are still on their way do not count. */
    outdate: questions.changed,

    /** The same, and loads again. */
    changed(): Promise<void> {
      questions.changed();
      return load();
    },
  };
}
