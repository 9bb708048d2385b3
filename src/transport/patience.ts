import { reportSilence } from '#platform/network.ts';

/** How long a request may be silent before we ask whether anything gets through. */
const SILENCE_MS = 10_000;

/**
 * How long to wait for an answer: until `timeoutMs` have passed, if given (NET-03), or until the server
 * is found to answer nobody. Without the latter, a connection that swallows everything would keep a page
 * loading until the system notices, which may take a quarter of an hour. The signal's reason is the kind
 * of failure.
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
