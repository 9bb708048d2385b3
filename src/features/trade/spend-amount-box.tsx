import { type ReactNode, useId } from 'react';
import { AmountInput } from '#ui/forms/amount-field.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  /** Shown before the number. */
  readonly symbol?: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly locked: boolean;
  /** The unit, shown at the end of the line. */
  readonly unit: ReactNode;
  readonly onText: (text: string) => string;
}

/** One of the two amounts of a purchase; typing in one changes the other. */
export function AmountBox(props: Props) {
  const { label, value, symbol, invalid, describedBy, locked, unit, onText } = props;
  const field = useId();
  return (
    <div className="amount">
      <label className="label muted" htmlFor={field}>
        {label}
      </label>
      <div className="amount__row">
        {symbol && (
          <span className="sym" aria-hidden="true">
            {symbol}
          </span>
        )}
        <AmountInput
          id={field}
          value={value}
          disabled={locked}
          invalid={invalid}
          describedBy={describedBy}
          onText={onText}
        />
        {unit}
      </div>
    </div>
  );
}
