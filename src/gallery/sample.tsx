import type { ReactNode } from 'react';
import css from './gallery.module.css';

interface Props {
  readonly title: string;
  /** Takes the whole width, as rows and fields do. */
  readonly full?: boolean;
  readonly children: ReactNode;
}

/** One part of the kit in one state or several. */
export const Sample = ({ title, full, children }: Props) => (
  <section className={css.sample}>
    <h2 className="cap">{title}</h2>
    {full ? <div className={`stack ${css.full}`}>{children}</div> : children}
  </section>
);
