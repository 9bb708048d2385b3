import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { session } from '#transport/session.ts';
import { PurchaseNews } from './purchase-news.tsx';

/** Where a card payment page sends the customer back to. What it claims is asked for, not believed. */
export function PaymentReturnPage() {
  const { isAuthenticated } = useSnapshot(session);
  return (
    <>
      {isAuthenticated && <PurchaseNews />}
      <section className="card empty">
        <h2>You are back from the payment page</h2>
        <p>
          The outcome of a payment comes from the payment provider, not from this page. Your wallet
          shows what has arrived.
        </p>
        <Link className="btn btn--primary" href={isAuthenticated ? '/wallet' : '/'}>
          {isAuthenticated ? 'Go to your wallet' : 'Sign in'}
        </Link>
      </section>
    </>
  );
}
