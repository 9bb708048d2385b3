import { visitStorage } from '#platform/kept/storage.ts';

const FAILED_KEY = 'kopa-failed-start';

/** Whether the app's last start in this tab failed. */
export const startFailedBefore = (): boolean => visitStorage.get(FAILED_KEY) !== undefined;

/** Returns whether the device could store it. */
export const noteFailedStart = (): boolean => visitStorage.set(FAILED_KEY, '1');

export const noteStart = (): void => visitStorage.remove(FAILED_KEY);
