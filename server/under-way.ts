/** Answers a request, as Hono does. */
type Fetch<A extends readonly unknown[]> = (...args: A) => Response | Promise<Response>;

/**
 * Counts the requests that are being handled. A caller that goes away ends its connection and not the
 * work for it, which still needs the database: `settled` waits for that work.
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
