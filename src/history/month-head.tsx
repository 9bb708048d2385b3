import { formatFiat } from '#core/money/format.ts';
import type { StatementEntry, Sum } from '#core/statement/statement.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import css from './history.module.css';
import type { MonthSums } from './months.ts';

/** The heading above the entries of one month. */
export interface MonthHeading {
  readonly name: string;
  /** Undefined unless all entries of the month are known and listed. */
  readonly sums: MonthSums | undefined;
  readonly entries: readonly StatementEntry[];
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

interface FlowProps {
  readonly month: MonthHeading;
  readonly direction: 'credit' | 'debit';
  readonly sum: Sum;
}

function Flow({ month, direction, sum }: FlowProps) {
  const label = direction === 'credit' ? 'In' : 'Out';
  const title = direction === 'credit' ? 'Came in' : 'Went out';
  const explain = async () => {
    const { explainFlow } = await import('./explain-entry.ts');
    return explainFlow(`${title}, ${month.name}`, month.entries, direction, sum);
  };
  return (
    <span>
      {label}{' '}
      <span className="num" translate="no">
        <Explained of={explain} name={`${title}, ${month.name}`}>
          {formatFiat(sum.amount, sum.currency)}
        </Explained>
      </span>
    </span>
  );
}

/** Stays on top while the month's entries scroll by. */
export function MonthHead({ id, masked, placed, ...month }: Props) {
  const { name, sums } = month;
  return (
    <div className={css.month} {...(placed && { ref: placed.measure, 'data-index': placed.index })}>
      <h2 id={id}>{name}</h2>
      {!masked && (sums?.in || sums?.out) && (
        <p>
          {sums.in && <Flow month={month} direction="credit" sum={sums.in} />}
          {sums.out && <Flow month={month} direction="debit" sum={sums.out} />}
        </p>
      )}
    </div>
  );
}
