import { useEffect, useState } from 'react';

/** How long a button says that it copied. */
const SHOWN_MS = 2_000;

/** Whether something was copied within the last two seconds, and how to say that it was. */
export function useCopied(): readonly [copied: boolean, confirm: () => void] {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0) return undefined;
    const timer = setTimeout(() => setTimes(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return [times > 0, () => setTimes((count) => count + 1)];
}
