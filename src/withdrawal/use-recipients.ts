import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { loadRecipients, recipients } from '#transport/money/saved-recipients.ts';

/** How long a page delays its first paint for the saved recipients, which stand at its top. */
const PATIENCE_MS = 300;

/**
 * The saved recipients, and where the page shows them: not yet decided, at the top, or below the content if
 * they came late, so that they move nothing.
 */
export function useRecipients() {
  const { list = [] } = useSnapshot(recipients);
  const [place, setPlace] = useState<'awaited' | 'first' | 'after'>(() =>
    recipients.list ? 'first' : 'awaited',
  );
  useEffect(() => {
    let gone = false;
    const settle = (to: 'first' | 'after'): void => {
      if (!gone) setPlace((now) => (now === 'awaited' ? to : now));
    };
    const timer = setTimeout(() => settle('after'), PATIENCE_MS);
    void loadRecipients().then(() => settle(recipients.list ? 'first' : 'after'));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return { list, place };
}
