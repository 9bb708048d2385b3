import { useCallback, useEffect, useState } from 'react';

type Waits = Readonly<Record<string, number>>;

const oneSecondLess = (waits: Waits): Waits =>
  Object.fromEntries(
    Object.entries(waits)
      .filter(([, left]) => left > 1)
      .map(([of, left]) => [of, left - 1]),
  );

/**
 * The seconds that an email address still has to wait, counted down, and a function that starts the wait.
 * Each address has its own wait (HARD-26).
 */
export function useWait(of: string): readonly [number, (seconds: number) => void] {
  const [waits, setWaits] = useState<Waits>({});
  const waiting = Object.values(waits).some((left) => left > 0);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setWaits(oneSecondLess), 1_000);
    return () => clearInterval(timer);
  }, [waiting]);
  const start = useCallback(
    (seconds: number): void => setWaits((now) => ({ ...now, [of]: seconds })),
    [of],
  );
  return [waits[of] ?? 0, start];
}
