import { reportSilence } from '#platform/page/online.ts';

/** How long a request may go unanswered before the server is probed. */
const SILENCE_MS = 10_000;

export interface Limits {
  /** The most time for the whole answer. */
  readonly timeoutMs?: number | undefined;
  /** The most time without any part of the answer. */
  readonly silenceMs?: number | undefined;
  /** Nobody waits for this answer any more. */
  readonly stopped?: AbortSignal | undefined;
}

/**
 * Limits the wait for an answer: by the given times (NET-03, READ-02), or until a probe finds that the server cannot
 * be reached. Without the probe, a connection that drops everything would keep a page loading until the system
 * notices, which may take a quarter of an hour. The signal's reason is the kind of failure. `alive` is called for
 * each part that comes, `end` when nothing more is waited for.
 */
export function patience({ timeoutMs, silenceMs, stopped }: Limits = {}): {
  readonly signal: AbortSignal;
  alive(): void;
  end(): void;
} {
  const control = new AbortController();
  const giveUp = (): void => control.abort('timeout');
  const stop = (): void => control.abort('aborted');
  const asking = setInterval(async () => {
    if (!(await reportSilence())) control.abort('network');
  }, SILENCE_MS);
  const timer = timeoutMs && setTimeout(giveUp, timeoutMs);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(silence);
    if (silenceMs !== undefined) silence = setTimeout(giveUp, silenceMs);
  };
  alive();
  if (stopped?.aborted) stop();
  stopped?.addEventListener('abort', stop);
  return {
    signal: control.signal,
    alive,
    end() {
      clearInterval(asking);
      clearTimeout(timer);
      clearTimeout(silence);
      stopped?.removeEventListener('abort', stop);
    },
  };
}
