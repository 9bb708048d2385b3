import { QUICK_FILLS, type QuickFill } from '#core/domain/swap-form.ts';
import css from './conversion.module.css';

interface Props {
  readonly disabled: boolean;
  readonly onFill: (percent: QuickFill) => void;
  /** On a phone the least amount is offered, too. */
  readonly withMinimum: boolean;
  /** Fills it in, once it is known. */
  readonly onMinimum: (() => void) | undefined;
}

/** Shares of the balance; selling on a phone they begin with Min and end with Max (001 §2). */
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
