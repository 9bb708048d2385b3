import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { recipients } from '#transport/money/saved-recipients.ts';

/** How long a page delays its first paint for the saved recipients, which stand at its top. */
const PATIENCE_MS = 300;

/**
 * The saved recipients, and where the page shows them: not yet decided, at the top, or below the content if
 * they came late, so that they move nothing.
 */
export function useRecipients() {
  const { data: list = [] } = useSnapshot(recipients.known);
  const [place, setPlace] = useState<'awaited' | 'first' | 'after'>(() =>
    recipients.known.data ? 'first' : 'awaited',
  );
  useEffect(() => {
    let gone = false;
    const settle = (to: 'first' | 'after'): void => {
      if (!gone) setPlace((now) => (now === 'awaited' ? to : now));
    };
    const timer = setTimeout(() => settle('after'), PATIENCE_MS);
    void recipients.load().then(() => settle(recipients.known.data ? 'first' : 'after'));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return { list, place };
}
