import type { Outcome } from '#core/failure.ts';

/** A read to which no answer has begun is asked once more after this time. */
const AGAIN_MS = 15_000;

/** One of the questions. */
export interface Turn {
  /** Aborted when the other one was answered. */
  readonly stopped: AbortSignal;
  /** To be called as soon as the answer begins: then it is only slow, and asking again would slow it down more. */
  begun(): void;
}

/** Whether only this question was lost. Without a connection the other one has none either. */
const wasLost = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && (outcome.failure.kind === 'timeout' || outcome.failure.kind === 'aborted');

/**
 * Asks, and once more beside the first if no answer begins: a single connection may be stuck while the server answers
 * others (READ-02). The first answer counts, or that there is no connection; there is none once both are lost.
 */
export function hedged<T>(ask: (turn: Turn) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return new Promise((resolve, reject) => {
    const turns: AbortController[] = [];
    let open = 0;
    const begin = async (): Promise<void> => {
      const mine = new AbortController();
      turns.push(mine);
      open += 1;
      const outcome = await ask({ stopped: mine.signal, begun: () => clearTimeout(timer) });
      open -= 1;
      if (wasLost(outcome) && open > 0) return;
      clearTimeout(timer);
      for (const turn of turns) if (turn !== mine) turn.abort();
      resolve(outcome);
    };
    const timer = setTimeout(() => void begin().catch(reject), AGAIN_MS);
    begin().catch(reject);
  });
}
