import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly children: ReactNode;
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly wide?: boolean;
  readonly type?: 'button' | 'submit';
  /** Shows a spinner and blocks a second press. */
  readonly busy?: boolean;
  /** Why the button cannot be pressed now. It stays focusable, with this text below it. */
  readonly disabledReason?: string | undefined;
  /**
   * Why the last press failed, shown below the button as long as it applies; the toast about it is removed.
   */
  readonly failure?: string | undefined;
  readonly onClick?: () => void;
  /** Called on a press while `disabledReason` is set, so that the page can point at the problem. */
  readonly onBlocked?: () => void;
}

export function Button(props: Props) {
  const { children, variant = 'secondary', wide, type = 'button', busy, disabledReason } = props;
  const reason = useId();
  const failed = useId();
  const off = disabledReason !== undefined;
  const said = [props.failure && failed, off && reason].filter(Boolean).join(' ');
  return (
    <>
      <button
        className={`btn btn--${variant}${wide ? ' btn--wide' : ''}`}
        type={type}
        aria-busy={busy || undefined}
        aria-disabled={off || busy || undefined}
        aria-describedby={said || undefined}
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
      {props.failure && (
        <p className="error" id={failed} role="alert">
          <Icon name="alert" size="xs" />
          {props.failure}
        </p>
      )}
      {off && (
        <p className="reason" id={reason}>
          <Icon name="info" size="s" />
          {disabledReason}
        </p>
      )}
    </>
  );
}
