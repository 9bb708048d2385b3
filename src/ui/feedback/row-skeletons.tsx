import css from './row-skeletons.module.css';

interface Props {
  readonly count: number;
  /** What is loading, in the place of the first row's name. Without it, the rows are only a shape. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** The shape of a list whose rows are not known yet. */
export const RowSkeletons = ({ count, label, className = '' }: Props) => (
  <div className={`card ${className}`} aria-busy={label ? 'true' : undefined}>
    {label && (
      <p className={`row ${css.first}`} role="status">
        <span className={`skel skel--o ${css.coin}`} />
        <span className="small muted">{label}</span>
        <span className={`skel ${css.value}`} />
      </p>
    )}
    <ul className="rows" aria-hidden="true">
      {Array.from({ length: label ? count - 1 : count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <li key={row}>
          <div className="row">
            <span className={`skel skel--o ${css.coin}`} />
            <span className={`skel ${css.name}`} />
            <span className={`skel ${css.value}`} />
          </div>
        </li>
      ))}
    </ul>
  </div>
);
