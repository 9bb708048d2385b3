import type { ReactNode } from 'react';
import css from './dune.module.css';
import { DUNE, type Dune } from './dune-path.ts';

interface Props {
  readonly dune: Dune;
  /** The values are not current. */
  readonly aged: boolean;
  /** What is read from it. */
  readonly children?: ReactNode;
}

/** The dune: its ridge is the line of a value, which ends in the grain of today; then the lee. */
export const DrawnDune = ({ dune, aged, children }: Props) => (
  <div className={css.dune} aria-hidden={children === undefined ? true : undefined}>
    <svg aria-hidden="true" viewBox={`0 0 ${DUNE.width} ${DUNE.height}`} preserveAspectRatio="none">
      <path className={css.body} d={dune.body} />
      {dune.layers.map(({ path, opacity }) => (
        <path key={opacity} className={css.layer} d={path} opacity={opacity} />
      ))}
      <path className={`${css.ridge} ${aged ? css.aged : ''}`} d={dune.ridge} data-ridge="" />
    </svg>
    <svg
      className={css.lee}
      aria-hidden="true"
      viewBox={`0 0 100 ${DUNE.height}`}
      preserveAspectRatio="none"
    >
      <path className={css.body} d={dune.leeBody} />
      {dune.layers.map(({ lee, opacity }) => (
        <path key={opacity} className={css.layer} d={lee} opacity={opacity} />
      ))}
      <path className={css.layer} d={dune.lee} />
    </svg>
    <span
      className={`${css.grain} ${aged ? css.hollow : ''}`}
      style={{ transform: `translateY(calc(${dune.end} * var(--dune-height)))` }}
    />
    {children}
  </div>
);

/** Flat sand; with a horizon where nothing is owned, and without any line where it is hidden. */
export const FlatGround = ({ hidden }: { readonly hidden: boolean }) => (
  <div className={css.dune} aria-hidden="true">
    <div className={`${css.ground} ${hidden ? '' : css.horizon}`} />
  </div>
);
