import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import type { Outcome } from '#core/failure.ts';
import type { SnapshotName } from '#core/snapshot.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { scopedStore } from '#transport/session/scope.ts';
import { call } from './call.ts';
import { failureText } from './failure-text.ts';
import { inOrder } from './in-order.ts';
import { type Provenance, readThrough } from './read-through.ts';

/** What the server last said in answer to one question of whoever is there. */
export interface ReadState<T> {
  /** Undefined until there is an answer, or the device's copy of one. */
  data: T | undefined;
  /** When the server made it. */
  asOf: Date | undefined;
  source: Provenance['source'] | undefined;
  /** The text of the last failure; what was known stays beside it. */
  failure: string | undefined;
}

interface ReadingOptions<E extends AnyEndpoint, T> {
  /** What of the answer is kept; `asOf` is when the server made it. */
  readonly pick: (answer: AnswerOf<E>, asOf: Date) => T;
  /** What is said of a failure that says nothing itself; left out where no text of it is shown. */
  readonly failed?: string;
  /** The device's copy, which is shown until the answer comes; none is kept of a question without one. */
  readonly snapshot?: SnapshotName;
  /** In milliseconds; the usual time of a read if not set. */
  readonly timeoutMs?: number;
  /** Called with each answer of the server that counts, once it is known. */
  readonly heard?: (kept: T) => void;
}

const nothing = <T>(): ReadState<T> => ({
  data: undefined,
  asOf: undefined,
  source: undefined,
  failure: undefined,
});

/** Asks one question, and keeps in `place` what is said. */
function asking<E extends AnyEndpoint, T>(
  endpoint: E,
  request: RequestOf<E>,
  { pick, failed = '', snapshot, timeoutMs, heard }: ReadingOptions<E, T>,
  place: () => ReadState<T>,
) {
  const questions = inOrder();

  async function keep(
    ask: (show: (answer: AnswerOf<E>, shown: Provenance) => void) => Promise<Outcome<AnswerOf<E>>>,
  ): Promise<void> {
    const counts = questions.ask();
    const outcome = await ask((answer, { asOf, source }) => {
      const known = place();
      // The device's copy is older than what is already on screen.
      if (source === 'snapshot' && known.asOf) return;
      if (!counts(source === 'server')) return;
      const data = pick(answer, asOf);
      Object.assign(known, { data, asOf, source, failure: undefined });
      if (source === 'server') heard?.(data);
    });
    if (!outcome.ok && counts(false)) place().failure = failureText(outcome.failure, failed);
  }

  const told = (question: () => ReturnType<typeof call<E>>): Promise<void> =>
    keep(async (show) => {
      const outcome = await question();
      if (outcome.ok) {
        show(outcome.value, { asOf: outcome.asOf ?? new Date(serverNow()), source: 'server' });
      }
      return outcome;
    });

  const load = (): Promise<void> =>
    snapshot
      ? keep((show) => readThrough(snapshot, endpoint, request, show))
      : told(() => call(endpoint, request, timeoutMs === undefined ? {} : { timeoutMs }));

  return {
    load,

    /** The same, and says nothing meanwhile of what failed before. */
    anew(): Promise<void> {
      place().failure = undefined;
      return load();
    },

    /** Keeps the answer to another question that says the same, in its place in the order. */
    told,

    /** Something else told what it is now: answers that are still on their way were made before that. */
    know(data: T): void {
      questions.changed();
      Object.assign(place(), { data, failure: undefined });
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
  kept: ReadingOptions<E, T>,
) {
  const known = scopedStore<ReadState<T>>(nothing);
  return { known, ...asking(endpoint, request, kept, () => known) };
}

/**
 * The same question about many things, such as assets, each of them a reading by its key: an answer about one does not
 * outdate those about others.
 *
 * @example
 * export const gains = readings(getGains, (currency_id) => ({ currency_id }), {
 *   pick: ({ data }) => data,
 *   failed: 'What it cost could not be loaded.',
 * });
 * // In a view: `gains.load(code)`, and `const { data, failure } = useSnapshot(gains.known)[code] ?? {}`.
 */
export function readings<E extends AnyEndpoint, T>(
  endpoint: E,
  requestOf: (key: string) => RequestOf<E>,
  kept: Omit<ReadingOptions<E, T>, 'snapshot'>,
) {
  const known = scopedStore((): Record<string, ReadState<T>> => ({}));
  const asked = new Map<string, ReturnType<typeof asking<E, T>>>();

  function about(key: string): ReturnType<typeof asking<E, T>> {
    const one =
      asked.get(key) ??
      asking(endpoint, requestOf(key), kept, () => {
        known[key] ??= nothing();
        return known[key];
      });
    asked.set(key, one);
    return one;
  }

  return {
    known,
    load: (key: string): Promise<void> => about(key).load(),
    anew: (key: string): Promise<void> => about(key).anew(),
    changed: (key: string): Promise<void> => about(key).changed(),
  };
}
