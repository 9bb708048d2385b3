import { reportSilence } from '#platform/network.ts';

/** Why an answer is not waited for any longer. */
type Reason = 'aborted' | 'timeout' | 'network';

export interface Limits {
  readonly signal?: AbortSignal;
  /** After how long a request is given up, milliseconds; without it, never for its time (NET-03). */
  readonly timeoutMs?: number;
}

/** How long a request is silent before it is asked whether anything gets through. */
const SILENCE_MS = 10_000;

/**
 * How long one request is waited for: until its caller leaves, until its time is over, or until the
 * server answers nobody. Without the last, a connection that swallows everything would keep a page
 * loading for as long as the system takes to notice, which may be a quarter of an hour.
 */
export function patience({ signal: leaving, timeoutMs }: Limits) {
  const control = new AbortController();
  const giveUp = (reason: Reason) => () => control.abort(reason);
  const leave = giveUp('aborted');
  if (leaving?.aborted) leave();
  leaving?.addEventListener('abort', leave);
  const asking = setInterval(async () => {
    if (!(await reportSilence())) giveUp('network')();
  }, SILENCE_MS);
  const timer = timeoutMs && setTimeout(giveUp('timeout'), timeoutMs);
  return {
    signal: control.signal,
    /** Why there was no answer. */
    reason: (): Reason => control.signal.reason ?? 'network',
    end(): void {
      leaving?.removeEventListener('abort', leave);
      clearInterval(asking);
      clearTimeout(timer);
    },
  };
}
