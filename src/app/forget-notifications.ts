import { closeNotifications } from '#platform/notifications.ts';
import { isSignedIn, whenCustomerChanges } from '#transport/session.ts';

/**
 * What a system shows of a customer's news goes with the session: in whichever tab it ends, and at the
 * next start where it ended while no page was open.
 */
export function forgetNotifications(): void {
  const close = (): void => void closeNotifications().catch(() => undefined);
  if (!isSignedIn()) close();
  whenCustomerChanges(close);
}
