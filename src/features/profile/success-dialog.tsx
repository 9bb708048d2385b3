import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';

interface Props {
  readonly text: string;
  readonly children?: ReactNode;
  /** Without it the dialog goes away by itself. */
  readonly onDone?: () => void;
  /** What is shown is shown once: only the button closes the dialog. */
  readonly firm?: boolean;
}

/** SEC-06. */
export const SuccessDialog = ({ text, children, onDone, firm }: Props) => (
  <Dialog title="Done" plain onClose={() => !firm && onDone?.()}>
    <p className="banner" role="status">
      <span className="pos">
        <Icon name="check" />
      </span>
      <span>{text}</span>
    </p>
    {children}
    {onDone && (
      <Button variant="primary" wide onClick={onDone}>
        Done
      </Button>
    )}
  </Dialog>
);
