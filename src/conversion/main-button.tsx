import type { ButtonState } from '#core/domain/swap-form.ts';

interface Props {
  readonly button: ButtonState;
  readonly describedBy: string | undefined;
}

/** The main button: off it stays focusable, and what is in the way describes it. */
export function MainButton({ button, describedBy }: Props) {
  return (
    <button
      className="btn btn--primary btn--wide"
      type="submit"
      aria-disabled={!button.enabled}
      aria-busy={button.busy}
      aria-describedby={describedBy}
    >
      {button.busy && <span className="spin" aria-hidden="true" />}
      {button.label}
    </button>
  );
}
