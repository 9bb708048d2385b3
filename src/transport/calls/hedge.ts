import { fail, type Outcome } from '#core/failure.ts';

/** A read to which no answer has begun is asked once more after this time. */
const AGAIN_MS = 15_000;

/** One of the questions. */
export interface Turn {
  /** Aborted when the other one was answered. */
  readonly stopped: AbortSignal;
  /** To be called as soon as the answer begins: then it is only slow, and asking again would slow it down more. */
  begun(): void;
  /** To be called where the server cannot be reached: then the other question is not waited for either. */
  unreachable(): void;
}

/**
 * Whether this question had no answer: its connection was stuck, reset or ended. The other one may have a connection of
 * its own.
 */
const wasLost = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok &&
  (outcome.failure.kind === 'timeout' ||
    outcome.failure.kind === 'aborted' ||
    outcome.failure.kind === 'network');

/**
 * Asks, and once more beside the first if no answer begins: a single connection may be stuck while the server answers
 * others (READ-02). The first answer counts; there is none once both are lost. When the answer is unwanted, both end,
 * as if the session had.
 */
export function hedged<T>(
  ask: (turn: Turn) => Promise<Outcome<T>>,
  unwanted?: AbortSignal,
): Promise<Outcome<T>> {
  return new Promise((resolve, reject) => {
    const turns: AbortController[] = [];
    let open = 0;
    let isReachable = true;
    const settle = (outcome: Outcome<T>, mine?: AbortController): void => {
      clearTimeout(timer);
      unwanted?.removeEventListener('abort', stop);
      for (const turn of turns) if (turn !== mine) turn.abort();
      resolve(outcome);
    };
    const stop = (): void => settle(fail({ kind: 'session-over' }));
    const begin = async (): Promise<void> => {
      const mine = new AbortController();
      turns.push(mine);
      open += 1;
      const outcome = await ask({
        stopped: mine.signal,
        begun: () => clearTimeout(timer),
        unreachable: () => {
          isReachable = false;
        },
      });
      open -= 1;
      if (wasLost(outcome) && open > 0 && isReachable) return;
      settle(outcome, mine);
    };
    const timer = setTimeout(() => void begin().catch(reject), AGAIN_MS);
    if (unwanted?.aborted) return stop();
    unwanted?.addEventListener('abort', stop);
    begin().catch(reject);
  });
}
