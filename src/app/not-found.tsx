import { Link } from 'wouter';
import { DuneSmall } from '#ui/dune-small.tsx';

export const NotFound = () => (
  <section className="card empty">
    <DuneSmall />
    <h2>There is nothing at this address</h2>
    <p>The page may have moved, or the link may be mistyped. Your money is not affected.</p>
    <Link className="btn btn--primary" href="/">
      Go to the home page
    </Link>
  </section>
);
