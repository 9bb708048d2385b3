import { closeNotifications } from '#platform/device/notification-permission.ts';
import { whenGone } from '#transport/session/scope.ts';
import { isSignedIn } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';

/**
 * Removes a customer's notifications and toasts when the session ends, in whichever tab; if no page was open
 * then, at the next start.
 */
export function forgetNotifications(): void {
  const close = (): void => void closeNotifications().catch(() => undefined);
  if (!isSignedIn()) close();
  whenGone(({ userId }) => {
    close();
    // What a visitor was told, such as that they may sign in, is for who signs in.
    if (userId !== undefined) toast.clear();
  });
}
