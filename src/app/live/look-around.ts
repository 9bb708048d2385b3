import { behindLock } from '#app/session/pass-lock.ts';
import { onlineNow } from '#platform/page/online.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { isSignedIn, needsSecondFactor, session } from '#transport/session/session.ts';

/** By then the app has finished starting, even on slow phones. */
const FIRST_MS = 10_000;
const EVERY_MS = 30_000;

/**
 * Checks for news (D20) regularly while the app is open, and when it becomes visible again. The
 * code that shows notices and keeps the history loads with the first check, so it does not delay
 * the start.
 */
export function lookAround(): void {
  const look = (): void => {
    if (document.visibilityState !== 'visible' || !onlineNow() || !isSignedIn()) return;
    // Without a second factor, administrators may not open anything else.
    if (needsSecondFactor(session)) return;
    if (behindLock.peek() !== 'shown') return;
    void import('./look-around.later.ts')
      // The time this page began, computed only now: before the server's first answer, only the
      // device's own clock is known.
      .then(({ look }) => look(serverNow() - performance.now()))
      // An update removed the file from the server; the next page load brings the new one.
      .catch(() => undefined);
  };
  setTimeout(look, FIRST_MS);
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
}
