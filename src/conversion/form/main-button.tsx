import { useId } from 'react';
import css from '#conversion/conversion.module.css';
import type { ButtonState } from '#core/money/swap-form.ts';

interface Props {
  readonly button: ButtonState;
  /** The given and received amount, as the button's second line. */
  readonly exchange: string | undefined;
  readonly describedBy: string | undefined;
}

/**
 * The main button. Its second line is drawn by its style, because it describes the button and is no
 * part of its name.
 * While disabled it stays focusable, and the obstacle's text describes it.
 */
export function MainButton({ button, exchange, describedBy }: Props) {
  const about = useId();
  const said = button.action === 'confirm' ? exchange : undefined;
  return (
    <>
      <button
        className={`btn btn--primary btn--wide ${css.main}`}
        type="submit"
        aria-label={button.label}
        aria-disabled={!button.enabled}
        aria-busy={button.busy}
        aria-describedby={describedBy ?? (said && about)}
        data-exchange={said}
      >
        {button.busy && <span className="spin" aria-hidden="true" />}
        {button.label}
      </button>
      <span id={about} hidden>
        {said}
      </span>
    </>
  );
}
