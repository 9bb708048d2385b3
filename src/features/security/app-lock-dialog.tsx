import { useState } from 'react';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { lockIsOn } from '#platform/vault/app-lock.ts';
import { turnLockOff, turnLockOn } from '#platform/vault/unlock.ts';
import { session } from '#transport/session/session.ts';
import { FormDialog } from '#ui/forms/form-dialog.tsx';

interface Props {
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** Turns the app lock of this device on or off, each after the device's own unlock. */
export function AppLockDialog({ onClose, onDone }: Props) {
  const [isOn] = useState(lockIsOn);
  return (
    <FormDialog
      title={isOn ? 'Turn off the app lock' : 'Turn on the app lock'}
      action={isOn ? 'Turn off' : 'Turn on'}
      offline={NEEDS_CONNECTION}
      run={async (fail) => {
        const { user } = session;
        if (!user) return;
        const failed = isOn ? await turnLockOff(user.id) : await turnLockOn(user.id, user.email);
        if (failed !== undefined) return fail(failed);
        onDone(isOn ? 'The app lock is off on this device' : 'The app lock is on for this device');
      }}
      onClose={onClose}
    >
      <p>
        {isOn
          ? 'Anyone who can use this device will be able to see your balances while you are signed in.'
          : 'The app will ask you to unlock it with your face, fingerprint or PIN, as you unlock this device, whenever it starts and after five minutes in the background. The balances and transactions saved for offline use open only with that unlock.'}
      </p>
      {!isOn && (
        <p className="muted small">
          This device will now create a passkey for it. If you lose the passkey, sign in again with
          your password; your account does not depend on it. It does not sign you in: the passkeys
          of your account do that.
        </p>
      )}
    </FormDialog>
  );
}
