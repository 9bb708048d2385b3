import { logout } from '#core/contract/account/session.ts';
import { showBadge } from '#platform/device/badge.ts';
import { unsubscribePush } from '#platform/device/push-subscription.ts';
import { exchange } from '#transport/calls/exchange.ts';
import { forgetDrafts } from '#transport/customer/drafts.ts';
import { noteLeft } from './left-sessions.ts';
import { isSignedIn, session, signOut } from './session.ts';

/**
 * Signs the customer out: first the device forgets the session, then the server is told, or if
 * there is no connection, at the next start with one (HARD-06). Notifications end here, so that
 * they do not reach a device that nobody is signed in on; the browser's push service is not waited
 * for.
 */
export async function logOut(): Promise<void> {
  const signedIn = isSignedIn();
  const { token, refreshToken } = session;
  void unsubscribePush().catch(() => undefined);
  forgetDrafts();
  showBadge(0);
  const noted = signedIn ? noteLeft(refreshToken) : undefined;
  await signOut();
  const forgetLeft = await noted;
  if (!forgetLeft) return;
  const outcome = await exchange(logout, {}, { token, refreshToken });
  if (outcome.ok) forgetLeft();
}
