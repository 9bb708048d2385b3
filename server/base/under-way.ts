/** Answers a request, like Hono's `fetch`. */
type Fetch<A extends readonly unknown[]> = (...args: A) => Response | Promise<Response>;

/**
 * Counts the requests being handled. If a caller goes away, its connection ends but the work for it continues
 * and still needs the database: `settled` waits for that work.
 */
export function countUnderWay<A extends readonly unknown[]>(
  fetch: Fetch<A>,
): { readonly fetch: (...args: A) => Promise<Response>; settled(): Promise<void> } {
  const running = new Set<Promise<Response>>();
  return {
    fetch: async (...args) => {
      const answer = Promise.resolve(fetch(...args));
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
