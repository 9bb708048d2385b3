import { type ComponentType, useEffect, useState } from 'react';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { flowHere } from '#platform/page/flow-lock.ts';
import { onlineNow } from '#platform/page/online.ts';
import { loadKyc, markReminderSeen, reminderSeen } from '#transport/session/kyc.ts';
import type { ReminderProps } from './verification-dialog.tsx';

const finished = (status: KycStatus): boolean => status === 'approved' || status === 'rejected';

/** The dialog and the status it shows; loaded only for customers who are reminded. */
interface Reminder {
  readonly Dialog: ComponentType<ReminderProps>;
  readonly status: KycStatus;
}

/** KYC-05: shown once per browser session, unless the check has ended or its status is unknown. */
export function VerificationReminder() {
  const [reminder, setReminder] = useState<Reminder>();
  useEffect(() => {
    let gone = false;
    // A customer who is already pressing something is reminded next time, not under the thumb.
    const leave = (): void => {
      gone = true;
    };
    const ask = async (): Promise<void> => {
      if (reminderSeen()) return;
      const status = await loadKyc();
      if (gone || status === undefined || reminderSeen()) return;
      if (finished(status)) return markReminderSeen();
      const { VerificationDialog } = await import('./verification-dialog.tsx');
      if (gone || reminderSeen() || flowHere() || !onlineNow()) return;
      markReminderSeen();
      setReminder({ Dialog: VerificationDialog, status });
    };
    // If the dialog does not load, the next visit to the wallet tries again.
    ask().catch(() => undefined);
    const begins = ['pointerdown', 'keydown'];
    for (const begun of begins) addEventListener(begun, leave, { once: true });
    return () => {
      leave();
      for (const begun of begins) removeEventListener(begun, leave);
    };
  }, []);
  if (!reminder) return null;
  const { Dialog, status } = reminder;
  return <Dialog submitted={status === 'submitted'} onClose={() => setReminder(undefined)} />;
}
