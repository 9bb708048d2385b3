import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSnapshot } from 'valtio/react';
import { brand } from '#core/brand.ts';
import { formatInstantInFull } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import css from './print-head.module.css';

/** The head of a printed page: the customer and when it was printed (EASE-17). */
export function PrintHead() {
  const { user, timeZone } = useSnapshot(session);
  const [at, setAt] = useState(serverNow);
  useEffect(() => {
    // The browser prints the page as it is when this event's handlers have ended.
    const renew = (): void => flushSync(() => setAt(serverNow()));
    window.addEventListener('beforeprint', renew);
    return () => window.removeEventListener('beforeprint', renew);
  }, []);
  if (!user) return null;
  return (
    <div className={css.head} data-testid="print-head">
      <b>{brand.name}</b>
      <span>
        {user.first_name} {user.last_name}, {user.email}
      </span>
      <span>Printed {formatInstantInFull(at, timeZone)}</span>
    </div>
  );
}
