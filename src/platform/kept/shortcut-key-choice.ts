import { signal } from '@preact/signals-react';
import { NO_KEYS_KEY } from './kept-names.ts';
import { deviceStorage } from './storage.ts';

/** A preference of this device: single keys do what is done often (EASE-08). */
export const shortcutKeys = signal(deviceStorage.get(NO_KEYS_KEY) !== '1');

export function setShortcutKeys(on: boolean): void {
  shortcutKeys.value = on;
  if (on) deviceStorage.remove(NO_KEYS_KEY);
  else deviceStorage.set(NO_KEYS_KEY, '1');
}
