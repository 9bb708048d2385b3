import { Link } from 'wouter';

/** Where a card payment page sends the customer back to. It claims nothing about the payment. */
export const PaymentReturn = () => (
  <section className="card empty">
    <h2>You are back from the payment page</h2>
    <p>
      What became of a payment is settled with the payment provider, not by this page. Your wallet
      shows what arrived.
    </p>
    <Link className="btn btn--primary" href="/wallet">
      Go to your wallet
    </Link>
  </section>
);
