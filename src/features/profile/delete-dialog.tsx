import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toasts.ts';
import { RemainderChoice } from './remainder-choice.tsx';
import { type Remainder, removeAccount } from './security-calls.ts';

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const NOTHING: Remainder = [];

/** SEC-05. */
export function DeleteDialog({ onClose, onDone }: Props) {
  useSignals();
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [left, setLeft] = useState(NOTHING);
  // The list itself: another one, should the account hold something else by now, is not agreed to.
  const [givenUp, setGivenUp] = useState(NOTHING);

  const remove = async (): Promise<void> => {
    setBusy(true);
    const step = await removeAccount(givenUp);
    setBusy(false);
    if (step.ok) return onDone();
    if (step.left) {
      setLeft(step.left);
      setGivenUp(NOTHING);
    }
    setFailure(step.text);
    toast.error(step.text);
  };

  const boxes = left.length > 0 ? 'Tick both boxes first.' : 'Tick the box first.';
  const ticked = sure && (left.length === 0 || givenUp === left);
  const reason = !online.value
    ? 'Deleting the account needs a connection.'
    : ticked
      ? undefined
      : boxes;
  return (
    <Dialog title="Delete account" onClose={onClose}>
      <p>
        Your personal details are removed and you are signed out everywhere. Records that the law
        requires us to keep are kept, without your name, for as long as it requires.
      </p>
      {left.length === 0 && (
        <p>You cannot delete an account that still holds funds or has a payment under way.</p>
      )}
      {failure && (
        <p className="banner banner--error" role="alert">
          <Icon name="alert" />
          <span>{failure}</span>
        </p>
      )}
      {left.length > 0 && (
        <RemainderChoice
          left={left}
          agreed={givenUp === left}
          onAgree={(agreed) => setGivenUp(agreed ? left : NOTHING)}
        />
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
