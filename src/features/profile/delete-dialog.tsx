import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toasts.ts';
import { removeAccount } from './security-calls.ts';

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** SEC-05. */
export function DeleteDialog({ onClose, onDone }: Props) {
  useSignals();
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const remove = async (): Promise<void> => {
    setBusy(true);
    const step = await removeAccount();
    setBusy(false);
    if (step.ok) return onDone();
    setFailure(step.text);
    toast.error(step.text);
  };

  const reason = !online.value
    ? 'Deleting the account needs a connection.'
    : sure
      ? undefined
      : 'Tick the box first.';
  return (
    <Dialog title="Delete account" onClose={onClose}>
      <p>
        Your personal details are removed and you are signed out everywhere. Records that the law
        requires us to keep are kept, without your name, for as long as it requires.
      </p>
      <p>You cannot delete an account that still holds funds or has a payment under way.</p>
      {failure && (
        <p className="banner banner--error" role="alert">
          <Icon name="alert" />
          <span>{failure}</span>
        </p>
      )}
      <label className="check">
        <input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
        I understand that this cannot be undone.
      </label>
      <Button
        variant="danger"
        wide
        busy={busy}
        disabledReason={reason}
        onClick={() => void remove()}
      >
        {busy ? 'Deleting' : 'Delete account'}
      </Button>
    </Dialog>
  );
}
