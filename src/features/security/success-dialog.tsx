import type { ReactNode } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import css from './security.module.css';

interface Props {
  readonly text: string;
  readonly children?: ReactNode;
  /** Closes the dialog; without it, the dialog has no button and its owner removes it. */
  readonly onDone?: () => void;
  /** The title if the dialog shows something only once that must be saved: then only the button closes it. */
  readonly keep?: string | undefined;
  /** Why the button cannot be pressed yet. */
  readonly blocked?: string | undefined;
}

/** SEC-06. */
export const SuccessDialog = ({ text, children, onDone, keep, blocked }: Props) => (
  <Dialog
    title={keep ?? 'Done'}
    plain
    stays={keep !== undefined || !onDone}
    onClose={() => onDone?.()}
  >
    <p className="banner" role="status">
      <span className="pos">
        <Icon name="check" />
      </span>
      <span>{text}</span>
    </p>
    {children}
    {onDone && (
      <div className={css.foot}>
        <Button variant="primary" wide disabledReason={blocked} onClick={onDone}>
          Done
        </Button>
      </div>
    )}
  </Dialog>
);
