import { useState } from 'react';
import { useLocation } from 'wouter';
import { carriedFreeze } from '#core/carried/freeze.ts';
import { carriedEmail } from '#core/carried/sign-in.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { ProofForm } from '#features/security/proof-form.tsx';
import { freezeNow, type Step } from '#features/security/security-calls.ts';
import { lockIsOn } from '#platform/vault/app-lock.ts';
import { unlock } from '#platform/vault/unlock.ts';
import { session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';

interface Props {
  readonly onClose: () => void;
}

/** HARD-46: freezes the account on every device until the password is reset. */
export function FreezeDialog({ onClose }: Props) {
  const [, navigate] = useLocation();
  const [locked] = useState(lockIsOn);

  const freeze = async (password?: string): Promise<Step<unknown>> => {
    const email = session.user?.email ?? '';
    const step = await freezeNow(password);
    if (step.ok) {
      navigate('/reset-password', {
        state: { ...carriedEmail.give(email), ...carriedFreeze.give(step.value) },
      });
      // The freeze ended every session, this device's too.
      await logOut();
    }
    return step;
  };
  const { button, submit } = useSubmit({
    offline: NEEDS_CONNECTION,
    run: async (fail) => {
      const refused = await unlock(session.user?.id);
      if (refused !== undefined) return fail(refused);
      const step = await freeze();
      if (!step.ok) fail(step.text);
    },
  });

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
        <Button variant="danger" wide {...button} type="button" onClick={submit}>
          Unlock and freeze
        </Button>
      ) : (
        <ProofForm
          code={undefined}
          action="Freeze account"
          busyAction="Freezing"
          danger
          onProof={({ password }) => freeze(password)}
        />
      )}
    </Dialog>
  );
}
