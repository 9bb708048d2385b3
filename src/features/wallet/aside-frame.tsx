import { RowSkeletons } from '#ui/feedback/row-skeletons.tsx';
import css from './wallet.module.css';

/** The height of the dune and of the hill that stands for it. */
export const DUNE = { width: 720, height: 72 } as const;

/**
 * A hill without a line: what everything was worth is not known. A flat line would say that it did not change.
 */
export const Hill = () => (
  <svg
    className={css.hill}
    viewBox={`0 0 ${DUNE.width} ${DUNE.height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d="M0 72V54C110 46 190 22 330 24S560 52 720 34V72Z" />
  </svg>
);

/** The shape of the newest transactions. */
export const RecentFrame = () => (
  <div aria-hidden="true">
    <p className={css.asideHead}>Recent activity</p>
    <RowSkeletons count={5} />
  </div>
);

/** The shape of what stands below the balance, and on a desk beside the list, while its code is loading. */
export const AsideFrame = () => (
  <div aria-hidden="true">
    <p className="textbtn">Value over time</p>
    <Hill />
    <div className={css.recent}>
      <RecentFrame />
    </div>
  </div>
);
