import { serverNow } from '#platform/clock.ts';
import { online } from '#platform/network.ts';
import { isSignedIn } from '#transport/session.ts';
import { behindLock } from './pass-lock.ts';

/** The start is over by then, on slow phones, too. */
const FIRST_MS = 10_000;
const EVERY_MS = 30_000;

/**
 * Looks now and then for what happened while the app is open, and when it is seen again (D20). What
 * tells and keeps it comes with the first look: nobody waits for it at the start.
 */
export function lookAround(): void {
  const look = (): void => {
    if (document.visibilityState !== 'visible' || !online.peek() || !isSignedIn()) return;
    if (behindLock.peek() !== 'shown') return;
    void import('./looks.ts')
      // When this page began, told now: until the server spoke the device's own clock is all there is.
      .then(({ look }) => look(serverNow() - performance.now()))
      // A new version took the file away; it comes with the next load.
      .catch(() => undefined);
  };
  setTimeout(look, FIRST_MS);
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
}
