import css from './dune.module.css';
import { DUNE } from './dune-path.ts';

/** A hill without a line: what everything was worth is not known. A line would be a statement. */
export const Hill = () => (
  <div className={css.dune} aria-hidden="true">
    <svg
      className={css.plain}
      aria-hidden="true"
      viewBox={`0 0 ${DUNE.width} ${DUNE.height}`}
      preserveAspectRatio="none"
    >
      <path
        className={css.body}
        d="M0 62C120 58 220 34 380 34S620 58 760 56S940 44 1000 46V104H0Z"
      />
    </svg>
  </div>
);
