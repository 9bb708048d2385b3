import { formatFiat } from '#core/domain/format.ts';
import type { Sum } from '#core/domain/statement.ts';
import css from './history.module.css';
import type { MonthSums } from './months.ts';

/** What a list says above the entries of one month. */
export interface MonthHeading {
  readonly name: string;
  /** Undefined unless all entries of the month are known and listed. */
  readonly sums: MonthSums | undefined;
}

interface Props extends MonthHeading {
  readonly id: string;
  readonly masked: boolean;
  /** The head's position in a list that is not drawn whole, and the callback that measures it. */
  readonly placed?: {
    readonly index: number;
    readonly measure: (head: HTMLDivElement | null) => void;
  };
}

const Flow = ({ label, sum }: { readonly label: string; readonly sum: Sum }) => (
  <span>
    {label} <span className="num">{formatFiat(sum.amount, sum.currency)}</span>
  </span>
);

/** Stays on top while the month's entries scroll by. */
export function MonthHead({ id, name, sums, masked, placed }: Props) {
  return (
    <div className={css.month} {...(placed && { ref: placed.measure, 'data-index': placed.index })}>
      <h2 id={id}>{name}</h2>
      {!masked && (sums?.in || sums?.out) && (
        <p>
          {sums.in && <Flow label="In" sum={sums.in} />}
          {sums.out && <Flow label="Out" sum={sums.out} />}
        </p>
      )}
    </div>
  );
}
