import type { ButtonState } from '#core/domain/swap-form.ts';

interface Props {
  readonly button: ButtonState;
  readonly describedBy: string | undefined;
}

/** The main button. While disabled it stays focusable, and the obstacle's text describes it. */
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
