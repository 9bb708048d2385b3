import { reportSilence } from '#platform/network.ts';

/** How long a request may go unanswered before the server is probed. */
const SILENCE_MS = 10_000;

/**
 * Limits the wait for an answer: to `timeoutMs`, if given (NET-03), or until a probe finds that the
 * server cannot be reached. Without the probe, a connection that drops everything would keep a page
 * loading until the system notices, which may take a quarter of an hour. The signal's reason is the
 * kind of failure.
 */
export function patience(timeoutMs?: number): { readonly signal: AbortSignal; end(): void } {
  const control = new AbortController();
  const asking = setInterval(async () => {
    if (!(await reportSilence())) control.abort('network');
  }, SILENCE_MS);
  const timer = timeoutMs && setTimeout(() => control.abort('timeout'), timeoutMs);
  return {
    signal: control.signal,
    end() {
      clearInterval(asking);
      clearTimeout(timer);
    },
  };
}
