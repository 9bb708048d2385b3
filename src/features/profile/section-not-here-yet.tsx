import { DuneSmall } from '#ui/dune.tsx';

/** The honest answer of a section that is still to be built. */
export const SectionNotHereYet = () => (
  <section className="card empty">
    <DuneSmall />
    <h2>This page is not here yet</h2>
    <p>We are still building it. Nothing was sent or changed.</p>
  </section>
);
