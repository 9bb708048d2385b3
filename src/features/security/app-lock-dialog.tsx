import { useState } from 'react';
import { onlineNow } from '#platform/network.ts';
import { lockIsOn } from '#platform/vault/app-lock.ts';
import { turnLockOff, turnLockOn } from '#platform/vault/unlock.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { useOnline } from '#ui/signals.ts';

interface Props {
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** Turns the app lock of this device on or off, each after the device's own unlock. */
export function AppLockDialog({ onClose, onDone }: Props) {
  const isOnline = useOnline();
  const [isOn] = useState(lockIsOn);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const change = async (): Promise<void> => {
    const { user } = session;
    if (!user || !onlineNow()) return;
    setBusy(true);
    setFailure(undefined);
    const failed = isOn ? await turnLockOff(user.id) : await turnLockOn(user.id, user.email);
    setBusy(false);
    setFailure(failed);
    if (failed === undefined) {
      onDone(isOn ? 'The app lock is off on this device' : 'The app lock is on for this device');
    }
  };

  return (
    <Dialog title={isOn ? 'Turn off the app lock' : 'Turn on the app lock'} onClose={onClose}>
      <p>
        {isOn
          ? 'Anyone who can use this device will be able to see your balances while you are signed in.'
          : 'The app will ask you to unlock it with your face, fingerprint or PIN, as you unlock this device, whenever it starts and after five minutes in the background. The balances and transactions saved for offline use open only with that unlock.'}
      </p>
      {!isOn && (
        <p className="muted small">
          This device will now create a passkey for it. If you lose the passkey, sign in again with
          your password; your account does not depend on it.
        </p>
      )}
      {failure && (
        <p className="banner banner--error" role="alert">
          <Icon name="alert" />
          <span>{failure}</span>
        </p>
      )}
      <Button
        variant="primary"
        wide
        busy={busy}
        disabledReason={isOnline ? undefined : 'This needs a connection.'}
        onClick={() => void change()}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
    </Dialog>
  );
}
