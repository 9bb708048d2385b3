import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  readonly children: ReactNode;
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly wide?: boolean;
  readonly type?: 'button' | 'submit';
  /** Shows a spinner and blocks a second press. */
  readonly busy?: boolean;
  /** Why it cannot be pressed now: the button stays focusable, with the reason below it. */
  readonly disabledReason?: string | undefined;
  readonly onClick?: () => void;
  /** Called on a press while `disabledReason` is set: a chance to show why. */
  readonly onBlocked?: () => void;
}

export function Button(props: Props) {
  const { children, variant = 'secondary', wide, type = 'button', busy, disabledReason } = props;
  const reason = useId();
  const off = disabledReason !== undefined;
  return (
    <>
      <button
        className={`btn btn--${variant}${wide ? ' btn--wide' : ''}`}
        type={type}
        aria-busy={busy || undefined}
        aria-disabled={off || busy || undefined}
        aria-describedby={off ? reason : undefined}
        onClick={(event) => {
          if (!off && !busy) return props.onClick?.();
          // A blocked press must not submit the form, either.
          event.preventDefault();
          if (off) props.onBlocked?.();
        }}
      >
        {busy && <span className="spin" aria-hidden="true" />}
        {children}
      </button>
      {off && (
        <p className="reason" id={reason}>
          <Icon name="info" size="s" />
          {disabledReason}
        </p>
      )}
    </>
  );
}
