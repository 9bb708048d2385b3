import { useCallback, useState } from 'react';
import { serverNow } from '#platform/time/server-clock.ts';
import { useSecondsUntil } from '#ui/hooks/use-seconds-until.ts';

/** When each address may ask again, by the server's clock. */
type Waits = Readonly<Record<string, number>>;

/**
 * The seconds that an email address still has to wait, counted down, and a function that starts the wait.
 * Each address has its own wait (HARD-26).
 */
export function useWait(of: string): readonly [number, (seconds: number) => void] {
  const [waits, setWaits] = useState<Waits>({});
  const start = useCallback(
    (seconds: number): void => setWaits((now) => ({ ...now, [of]: serverNow() + seconds * 1_000 })),
    [of],
  );
  return [useSecondsUntil(waits[of] ?? 0), start];
}
