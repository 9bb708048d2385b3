import { Link } from 'wouter';

/** Shown instead of a page about cash in a market without cash (D37). */
export const NoCash = () => (
  <section className="card empty">
    <h2>There is no cash in your market</h2>
    <p>Cash is held in euros and Australian dollars only.</p>
    <Link className="btn btn--secondary" href="/wallet">
      Back to the wallet
    </Link>
  </section>
);
