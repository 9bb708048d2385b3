/** Lets every promise that is already settled be handled. */
export const flushed = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await Promise.resolve();
};

/** A clock with timers that stands still until the test moves it; in milliseconds since the epoch. */
export function fakeTime(start = 0) {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    /** Lets time pass without running timers, as on a sleeping page. */
    jump(ms: number) {
      now += ms;
    },
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        await flushed();
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        timers = timers.filter((timer) => timer !== next);
        next.run();
      }
      now = end;
      await flushed();
    },
  };
}
