import { useState } from 'react';
import { useLocation } from 'wouter';
import { onlineNow } from '#platform/network.ts';
import { lockIsOn } from '#platform/vault/app-lock.ts';
import { unlock } from '#platform/vault/unlock.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { useOnline } from '#ui/signals.ts';
import { ProofForm } from './proof-form.tsx';
import { freezeNow, type Step } from './security-calls.ts';

interface Props {
  readonly onClose: () => void;
}

/** HARD-46: stops everything, on every device, until there is a new password. */
export function FreezeDialog({ onClose }: Props) {
  const isOnline = useOnline();
  const [, navigate] = useLocation();
  const [locked] = useState(lockIsOn);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const freeze = async (password?: string): Promise<Step<unknown>> => {
    const email = session.user?.email ?? '';
    const step = await freezeNow(password);
    if (step.ok) {
      navigate('/reset-password', { state: { email, frozen: step.value } });
      // Every session ended, this device's too.
      await logOut();
    }
    return step;
  };
  const freezeWithLock = async (): Promise<void> => {
    if (!onlineNow()) return;
    setBusy(true);
    const refused = await unlock(session.user?.id);
    const step = refused === undefined ? await freeze() : undefined;
    setBusy(false);
    setFailure(step && !step.ok ? step.text : refused);
  };

  return (
    <Dialog title="Freeze account" onClose={onClose}>
      <p>
        If someone else is in your account, this stops them. Nothing moves any more, every device is
        signed out, this one too, and waiting withdrawals are cancelled.
      </p>
      <p>
        A second factor that another device turned on lately is removed. To come back, you choose a
        new password with a code that we email you.
      </p>
      {locked ? (
        <>
          {failure && (
            <p className="banner banner--error" role="alert">
              <Icon name="alert" />
              <span>{failure}</span>
            </p>
          )}
          <Button
            variant="danger"
            wide
            busy={busy}
            disabledReason={isOnline ? undefined : 'This needs a connection.'}
            onClick={() => void freezeWithLock()}
          >
            Unlock and freeze
          </Button>
        </>
      ) : (
        <ProofForm
          code={undefined}
          submitLabel="Freeze account"
          busyLabel="Freezing"
          danger
          onProof={({ password }) => freeze(password)}
        />
      )}
    </Dialog>
  );
}
