import { closeNotifications } from '#platform/notifications.ts';
import { isSignedIn, whenCustomerChanges } from '#transport/session.ts';

/**
 * Removes a customer's notifications when the session ends, in whichever tab; if no page was open then, at
 * the next start.
 */
export function forgetNotifications(): void {
  const close = (): void => void closeNotifications().catch(() => undefined);
  if (!isSignedIn()) close();
  whenCustomerChanges(close);
}
