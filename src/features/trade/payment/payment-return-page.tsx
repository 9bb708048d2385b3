import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link, Redirect, useLocation } from 'wouter';
import { amendHistoryState, historyState } from '#platform/kept/history-state.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { reportSilence } from '#platform/page/online.ts';
import { PAYING_KEY, session } from '#transport/session/session.ts';
import { StateSign } from '#ui/feedback/state-sign.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { PurchaseNews } from './purchase-news.tsx';

/** What each return address claims about the payment (EASE-11). The server finds out whether it is true. */
const said = {
  '/success': { tone: 'good', text: 'It says that the payment went through.' },
  '/decline': { tone: 'bad', text: 'It says that the card was declined.' },
  '/fail': { tone: 'bad', text: 'It says that the payment failed.' },
  '/cancel': { tone: 'over', text: 'It says that you cancelled the payment.' },
} as const;

const isReturn = (path: string): path is keyof typeof said => path in said;

/** Whether this tab was left for a payment page; the history entry remembers it for a reload. */
function isBack(): boolean {
  if (visitStorage.get(PAYING_KEY) !== undefined) {
    visitStorage.remove(PAYING_KEY);
    amendHistoryState({ paid: true });
  }
  return Object(historyState()).paid === true;
}

/**
 * The page to which a card payment page sends the customer back. Its address proves nothing, so the
 * server is asked. Opened in any other way it redirects to the start (HARD-27).
 */
export function PaymentReturnPage() {
  const isOnline = useOnline();
  const { isAuthenticated } = useSnapshot(session);
  const [back] = useState(isBack);
  const [path] = useLocation();
  const page = isReturn(path) ? said[path] : undefined;
  // When nobody is signed in, the page makes no other request from which it would learn whether the device is
  // online.
  useEffect(() => void reportSilence(), []);
  if (!back) return <Redirect to="/" replace />;
  return (
    <>
      {isAuthenticated && <PurchaseNews />}
      <section className="card empty">
        {page && <StateSign large tone={page.tone} />}
        <h2>You are back from the payment page</h2>
        {page && (
          <p>
            <b>{page.text}</b>
          </p>
        )}
        <p>
          The outcome of a payment comes from the payment provider, not from this page. Your wallet
          shows what has arrived.
        </p>
        {!isOnline && (
          <p role="status">
            You are offline. What became of the payment shows once you are connected
            {isAuthenticated ? '.' : ' and signed in.'}
          </p>
        )}
        <Link className="btn btn--primary" href={isAuthenticated ? '/wallet' : '/'}>
          {isAuthenticated ? 'Go to your wallet' : 'Sign in'}
        </Link>
      </section>
    </>
  );
}
