import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { loadRecipients, recipients } from '#transport/recipients.ts';

/** A page waits so long with its first picture for the recipients that stand first in it. */
const PATIENCE_MS = 300;

/**
 * The saved recipients, and where they stand: nothing is drawn yet, first, or after what was drawn
 * without them, so that late ones move nothing.
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
