/** By then, a newly opened page has finished its urgent work. */
const SETTLED_MS = 1_500;

/**
 * Runs something once the page has settled and the browser is idle; the returned function cancels
 * it.
 */
export function whenIdle(run: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') run();
    else idle = requestIdleCallback(run, { timeout: SETTLED_MS });
  }, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
