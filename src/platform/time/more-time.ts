import { signal } from '@preact/signals-react';
import { MORE_TIME_KEY } from '#platform/kept/kept-names.ts';
import { deviceStorage } from '#platform/kept/storage.ts';

/** A preference of this device: a press on a quote may take a newer one that is close to it (EASE-04). */
export const moreTime = signal(deviceStorage.get(MORE_TIME_KEY) === '1');

export function setMoreTime(on: boolean): void {
  moreTime.value = on;
  deviceStorage.set(MORE_TIME_KEY, on ? '1' : '0');
}
