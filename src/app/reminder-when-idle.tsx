import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#platform/when-idle.ts';

/** Brings the reminder to verify long after the wallet is drawn; one that does not load is not missed. */
export function ReminderWhenIdle() {
  const [Reminder, setReminder] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(() => {
        import('./verification-reminder.tsx').then(
          ({ VerificationReminder }) => setReminder(() => VerificationReminder),
          () => undefined,
        );
      }),
    [],
  );
  return Reminder ? <Reminder /> : null;
}
