import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatInstant } from '#core/time/date-text.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { ProofForm } from './proof-form.tsx';
import { switchBookOnly } from './security-calls.ts';
import type { Security } from './security-state.ts';

interface Props {
  readonly current: NonNullable<Security['addressBookOnly']> | null;
  readonly twoFactor: boolean;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** LIVE-08: turns “address book only” on, turns it off after a waiting time, or cancels that. */
export function BookOnlyDialog({ current, twoFactor, onClose, onDone }: Props) {
  const { timeZone } = useSnapshot(session);
  const [error, setError] = useState<string>();
  if (current?.until === null) {
    return (
      <Dialog title="Leave address book only" onClose={onClose}>
        <p>
          In 24 hours, withdrawals can go to any address again. Until then they go to saved
          recipients alone, and you can keep it on. We email you.
        </p>
        <ProofForm
          code={twoFactor ? 'Verification code' : undefined}
          recovery
          action="Leave in 24 hours"
          busyAction="Leaving"
          danger
          onProof={async (proof) => {
            const step = await switchBookOnly(proof);
            if (step.ok) onDone('“Address book only” ends in 24 hours');
            return step;
          }}
        />
      </Dialog>
    );
  }
  const ends = current && formatInstant(Date.parse(current.until), timeZone, serverNow());
  return (
    <FormDialog
      title="Address book only"
      action={ends ? 'Keep it on' : 'Turn on'}
      busyAction="Turning on"
      offline={NEEDS_CONNECTION}
      failure={error}
      run={async () => {
        const step = await switchBookOnly();
        if (step.ok) onDone('Withdrawals go to your saved recipients alone');
        else setError(step.text);
      }}
      onClose={onClose}
    >
      <p>Withdrawals go to the recipients in your address book alone, whoever asks for them.</p>
      <p className="banner banner--warn">
        <PageIcon name="info" />
        <span>
          {ends
            ? `It ends on ${ends}.`
            : 'A recipient you add later can be sent to after 24 hours, and turning this off takes 24 hours, too.'}
        </span>
      </p>
    </FormDialog>
  );
}
