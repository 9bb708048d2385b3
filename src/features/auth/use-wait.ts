import { useCallback, useEffect, useState } from 'react';

type Waits = Readonly<Record<string, number>>;

const oneSecondLess = (waits: Waits): Waits =>
  Object.fromEntries(
    Object.entries(waits)
      .filter(([, left]) => left > 1)
      .map(([of, left]) => [of, left - 1]),
  );

/**
 * Seconds that an address is left to wait, counted down, and how to start. A wait belongs to the address
 * it was said of: another one does not wait with it (HARD-26).
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
