/** What is urgent on a page that was just opened is done by then. */
const SETTLED_MS = 1_500;

/** Runs something when a page has settled and the browser has nothing better to do; answers how to call it off. */
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
