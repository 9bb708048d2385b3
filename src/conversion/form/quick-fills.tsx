import css from '#conversion/conversion.module.css';
import { QUICK_FILLS, type QuickFill } from '#core/money/swap-form.ts';

interface Props {
  readonly disabled: boolean;
  readonly onFill: (percent: QuickFill) => void;
  /** Offers the minimum amount as well, on phones. */
  readonly withMinimum: boolean;
  /** Fills in the minimum; undefined until it is known. */
  readonly onMinimum: (() => void) | undefined;
}

/** Buttons for shares of the balance; for a sale on a phone, from Min to Max. */
export function QuickFills({ disabled, onFill, withMinimum, onMinimum }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own
    <div className="chips chips--fill" role="group" aria-label="Share of balance">
      {withMinimum && (
        <button
          className={`chip ${css.phone}`}
          type="button"
          disabled={disabled || !onMinimum}
          onClick={onMinimum}
        >
          Min
        </button>
      )}
      {QUICK_FILLS.map((percent) => (
        <button
          key={percent}
          className="chip"
          type="button"
          disabled={disabled}
          onClick={() => onFill(percent)}
        >
          {withMinimum && percent === 100 ? (
            <>
              <span className={css.phone}>Max</span>
              <span className={css.wide}>100%</span>
            </>
          ) : (
            `${percent}%`
          )}
        </button>
      ))}
    </div>
  );
}
