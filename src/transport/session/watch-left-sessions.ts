import { deviceStorage } from '#platform/kept/storage.ts';
import { onBackOnline } from '#platform/page/online.ts';

/** Followed by a token that can do nothing but end the session it was made from. */
export const LEFT_KEY = 'kopa-left-session-';

/** Loads the code that calls the server only if there is a session to end, which is rare. */
function endLeft(): void {
  if (deviceStorage.keys(LEFT_KEY).length === 0) return;
  void import('./left-sessions.ts').then(
    ({ endLeftSessions }) => endLeftSessions(),
    () => undefined,
  );
}

/**
 * Ends sessions that were signed out of without a connection, at the start and when the connection
 * comes back (HARD-06). Called once by the composition root.
 */
export function watchLeftSessions(): void {
  endLeft();
  onBackOnline(endLeft);
}
