import { Link } from 'wouter';
import { DuneSmall } from '#ui/dune.tsx';

/** The honest answer of a route whose page is still to be built. */
export const NotHereYet = () => (
  <section className="card empty">
    <DuneSmall />
    <h2>This page is not here yet</h2>
    <p>We are still building it. Nothing was sent or changed.</p>
    <Link className="btn btn--secondary" href="/">
      Back to the start
    </Link>
  </section>
);
