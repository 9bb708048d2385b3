import css from './price-chart.module.css';
import type { PriceLine } from './price-line.ts';

interface Props {
  /** Undefined while there is no line: the table can be opened all the same. */
  readonly line: PriceLine | undefined;
  readonly textOf: (price: string) => string;
  /** What the table is of, as words after “Table of the”. */
  readonly of: string;
  readonly asTable: boolean;
  readonly onTable: (asTable: boolean) => void;
}

/** Below a chart: its low and high, and the button that shows its points as a table. */
export const ChartFoot = ({ line, textOf, of, asTable, onTable }: Props) => (
  <div className={css.foot}>
    <p className="small muted">
      {line && (
        <>
          <span>
            Low{' '}
            <span className="num" translate="no">
              {textOf(line.low.price)}
            </span>
          </span>
          <span>
            High{' '}
            <span className="num" translate="no">
              {textOf(line.high.price)}
            </span>
          </span>
        </>
      )}
    </p>
    <button
      className="textbtn"
      type="button"
      aria-expanded={asTable}
      onClick={() => onTable(!asTable)}
    >
      Table<span className="vh"> of the {of}</span>
    </button>
  </div>
);
