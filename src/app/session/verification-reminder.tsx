import { type ComponentType, useEffect, useState } from 'react';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { holdsNothing } from '#core/statement/portfolio.ts';
import { wallet } from '#features/wallet/wallet-wiring.ts';
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

/** KYC-05: shown once per browser session in a wallet with money, unless the check has ended or its status is unknown. */
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
      // The first steps of a wallet without money say what the check is for, and until when it is not needed: nothing
      // lies over them (EYE-06). Who has money by their next visit to the wallet is reminded then.
      await wallet.firstKnown();
      if (wallet.state.status !== 'ready' || holdsNothing(wallet.state.entries)) return;
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
