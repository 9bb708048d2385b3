import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { KycStatus } from '#core/contract/identity.ts';
import { flowHere } from '#platform/flow-lock.ts';
import { loadKyc, markReminderSeen, reminderSeen } from '#transport/kyc.ts';
import { Dialog } from '#ui/dialog.tsx';

const finished = (status: KycStatus): boolean => status === 'approved' || status === 'rejected';

/** KYC-05: once per browser session, unless the check has ended. Without an answer it waits. */
export function VerificationReminder() {
  const [status, setStatus] = useState<KycStatus>();
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      if (reminderSeen()) return;
      const found = await loadKyc();
      if (gone || found === undefined || reminderSeen() || flowHere()) return;
      markReminderSeen();
      if (!finished(found)) setStatus(found);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, []);
  if (!status) return null;
  const close = (): void => setStatus(undefined);
  return (
    <Dialog title="Secure your account" sheet onClose={close}>
      <div>
        <h3>Verify your account</h3>
        <p className="muted">
          {status === 'submitted'
            ? 'We are processing your verification. This may take some time'
            : 'Confirm who you are once, with a document and your camera. It takes about five minutes.'}
        </p>
      </div>
      <Link className="btn btn--primary btn--wide" href="/profile/verification" onClick={close}>
        {status === 'submitted' ? 'See the status' : 'Complete Verification'}
      </Link>
    </Dialog>
  );
}
