import { logout } from '#core/contract/session.ts';
import { showBadge } from '#platform/badge.ts';
import { unsubscribePush } from '#platform/push.ts';
import { forgetDrafts } from './drafts.ts';
import { exchange } from './exchange.ts';
import { forgetIntents } from './intents.ts';
import { isSignedIn, session, signOut } from './session.ts';

/**
 * The customer signs out: the device forgets first, and at once; then the server is told. Without a
 * connection, the session on the server simply expires. Notifications end here, so that they do not
 * reach a device that nobody is signed in on; the browser's push service is not waited for.
 */
export async function logOut(): Promise<void> {
  const signedIn = isSignedIn();
  const { token, refreshToken } = session;
  void unsubscribePush().catch(() => undefined);
  forgetIntents();
  forgetDrafts();
  showBadge(0);
  await signOut();
  if (signedIn) await exchange(logout, {}, { token, refreshToken });
}
