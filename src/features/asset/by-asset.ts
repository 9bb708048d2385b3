import type { Outcome } from '#core/failure.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';

/** The server's last answer about an asset in this visit. */
export interface Known<T> {
  readonly data: T | undefined;
  /** The text of the last failure. */
  readonly failure: string | undefined;
}

/**
 * One customer's reads, each about one asset. An answer about one asset does not outdate those about others.
 * After a failed read, the known answer stays; `failed` is the text if the failure has none.
 */
export function readsByAsset<T>(read: (code: string) => Promise<Outcome<T>>, failed: string) {
  const known = scopedStore((): Record<string, Known<T>> => ({}));
  const questions = new Map<string, ReturnType<typeof inOrder>>();

  function questionsOf(code: string): ReturnType<typeof inOrder> {
    const asked = questions.get(code) ?? inOrder();
    questions.set(code, asked);
    return asked;
  }

  return {
    known,

    /** Answers that are still on their way were made before a change, so they do not count. */
    changed: (code: string): void => questionsOf(code).changed(),

    async load(code: string): Promise<void> {
      const counts = questionsOf(code).ask();
      const outcome = await read(code);
      if (!counts(outcome.ok)) return;
      known[code] = outcome.ok
        ? { data: outcome.value, failure: undefined }
        : { data: known[code]?.data, failure: failureText(outcome.failure, failed) };
    },
  };
}
