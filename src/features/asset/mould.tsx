import type { ReactNode } from 'react';
import ground from '#ui/chart/dune/dune.module.css';
import css from './mould.module.css';

interface Props {
  /** What the one number is. */
  readonly label: string;
  /** The one number, with what is said of it. */
  readonly number: ReactNode;
  /** What stands at the other edge above the dune. */
  readonly beside?: ReactNode;
  /** The dune. */
  readonly dune: ReactNode;
  /** The keys and the figures, in one sheet. */
  readonly sheet: ReactNode;
  /** The sheets beside it on a desk. */
  readonly aside: ReactNode;
  /** The history, and what follows it. */
  readonly rest: ReactNode;
}

/** The mould of the pages of an asset and of cash: one number on the paper, its dune as the ground, sheets on the sand. */
export const Mould = ({ label, number, beside, dune, sheet, aside, rest }: Props) => (
  <div className={css.mould}>
    <section className={css.hero} aria-label={label}>
      <div className={css.number}>{number}</div>
      {beside && <div className={css.beside}>{beside}</div>}
      <div className={css.past}>{dune}</div>
    </section>
    <div className={ground.land}>
      <div className={css.columns}>
        <div className={`card ${css.sheet}`}>{sheet}</div>
        <div className={css.aside}>{aside}</div>
        <div className={css.rest}>{rest}</div>
      </div>
    </div>
  </div>
);
