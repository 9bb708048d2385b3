import { deviceStorage } from '#platform/kept/storage.ts';
import { dropOpener, isOpen, lockNow } from './unlocked-key.ts';

/** Tells the app at launch, before any database is read, that the lock is on. The vault decides. */
const LOCK_KEY = 'kopa-lock';

export const lockIsOn = (): boolean => deviceStorage.get(LOCK_KEY) !== undefined;

/** Marks the lock as on. False if the device cannot keep the mark, which launches depend on. */
export const markLocked = (): boolean => deviceStorage.set(LOCK_KEY, 'on');

/** Called when the app lock is turned off, or its customer is gone. */
export function forgetLock(): void {
  dropOpener();
  deviceStorage.remove(LOCK_KEY);
}

/**
 * Follows the other tabs: turning the lock on there locks this tab too, turning it off ends it
 * here.
 */
export function watchLock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== LOCK_KEY) return;
    if (!lockIsOn()) dropOpener();
    else if (!isOpen()) lockNow();
  });
}
