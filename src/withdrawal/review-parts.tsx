import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { GoBar } from '#ui/actions/go-bar.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import type { SendingState } from './sending.ts';
import css from './steps.module.css';

type ReviewState = Pick<SendingState<unknown>, 'phase' | 'error' | 'password' | 'passwordError'>;

export const Progress = () => (
  <ol className="steps" aria-label="Progress">
    <li className="done">Details</li>
    <li aria-current="step">Review</li>
    <li>Sent</li>
  </ol>
);

interface PasswordProps {
  readonly state: ReviewState;
  readonly help: string;
  readonly onType: (password: string) => void;
}

/**
 * The password field stands beside its explanation. In the bar at the bottom it would take too much height
 * (EASE-05).
 */
export function ReviewPassword({ state, help, onType }: PasswordProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.passwordError !== undefined) input.current?.focus();
  }, [state.passwordError]);
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      maxLength={256}
      help={help}
      value={state.password}
      error={state.passwordError}
      inputRef={input}
      onChange={onType}
    />
  );
}

interface BarProps {
  readonly state: ReviewState;
  /** What is sent and to whom, which the button says. */
  readonly sends: string;
  /** The total, as text. */
  readonly total: ReactNode;
  /** Why sending is disabled. */
  readonly disabledReason: string | undefined;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** The bar below a review: an error, the total, and the buttons to send or go back. */
export function ConfirmBar({ state, sends, total, disabledReason, onConfirm, onBack }: BarProps) {
  const isSending = state.phase === 'sending';
  return (
    <GoBar label="Confirm">
      {state.error !== undefined && (
        <div className="banner banner--error" role="alert">
          <Icon name="alert" />
          <p className="grow">{state.error}</p>
        </div>
      )}
      <p className="go__sum small">{total}</p>
      <div className={css.ways}>
        <Button
          variant="primary"
          wide
          busy={isSending}
          disabledReason={disabledReason}
          onClick={onConfirm}
        >
          <span className={css.confirm}>
            {isSending ? 'Sending' : 'Confirm and send'}
            <small className={`num ${css.sends}`}>
              <span className="vh">, </span>
              {sends}
            </small>
          </span>
        </Button>
        {!isSending && (
          <Button wide onClick={onBack}>
            Back to details
          </Button>
        )}
      </div>
    </GoBar>
  );
}
