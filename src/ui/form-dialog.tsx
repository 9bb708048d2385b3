import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { onlineNow } from '#platform/network.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { useOnline } from './signals.ts';
import { toast } from './toasts.ts';
import { useFlow } from './use-flow.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** What it does cannot be taken back: it is red, and beside it stands the way out. */
  readonly destructive?: boolean;
  readonly done: string;
  /** Whether the fields are good; those that are not say so themselves. */
  readonly check: () => boolean;
  /** The text of what went wrong, if anything did. */
  readonly run: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** A form of the address book: what was typed stays until it is saved or given up. */
export function FormDialog(props: Props) {
  const { title, children, action, destructive, done, check, run, onClose } = props;
  const isOnline = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useFlow('address book', true);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !onlineNow()) return;
    if (!check()) {
      // The fields are marked once React has drawn them.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setBusy(true);
    const problem = await run();
    setBusy(false);
    setFailure(problem);
    if (problem !== undefined) return;
    toast.success(done);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} sheet>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {children}
        {failure && (
          <div className="banner banner--error" role="alert">
            <Icon name="alert" />
            <p className="grow">{failure}</p>
          </div>
        )}
        <Button
          variant={destructive ? 'danger' : 'primary'}
          wide
          type="submit"
          busy={busy}
          disabledReason={
            isOnline ? undefined : 'Changes need a connection. What you typed stays here.'
          }
        >
          {action}
        </Button>
        {destructive && (
          <Button wide onClick={onClose}>
            Cancel
          </Button>
        )}
      </form>
    </Dialog>
  );
}
