import { deviceStorage } from '#platform/storage.ts';
import { dropOpener, isOpen, lockNow } from './unlocked-key.ts';

/** Says at a start, before any database is asked, that the app lock is on. The vault has the last word. */
const LOCK_KEY = 'kopa-lock';

export const lockIsOn = (): boolean => deviceStorage.get(LOCK_KEY) !== undefined;

/** Whether the device keeps the mark; without it a start could not know of the lock. */
export const markLocked = (): boolean => deviceStorage.set(LOCK_KEY, 'on');

/** The app lock is off, or its customer is gone. */
export function forgetLock(): void {
  dropOpener();
  deviceStorage.remove(LOCK_KEY);
}

/** Follows the other tabs: what they turn on locks this one too; what they turn off ends here. */
export function watchLock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== LOCK_KEY) return;
    if (!lockIsOn()) dropOpener();
    else if (!isOpen()) lockNow();
  });
}
