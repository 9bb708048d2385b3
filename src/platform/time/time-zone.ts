import { effect, signal } from '@preact/signals-react';
import { deviceStorage } from '#platform/kept/storage.ts';

const ZONE_KEY = 'kopa-time-zone';

/** The device's own time zone as of now, if the browser gives one. It changes as a customer travels. */
export const browserTimeZone = (): string =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

/** The zone the customer chose for dates on this device; empty if they follow the device (HARD-43). */
export const chosenTimeZone = signal(deviceStorage.get(ZONE_KEY) ?? '');

export function chooseTimeZone(zone: string): void {
  chosenTimeZone.value = zone;
  if (zone) deviceStorage.set(ZONE_KEY, zone);
  else deviceStorage.remove(ZONE_KEY);
}

/** Runs with the zone for dates: at once, when another is chosen, and when the page is looked at. */
export function followTimeZone(run: (zone: string) => void): void {
  const look = (): void => run(chosenTimeZone.peek() || browserTimeZone());
  effect(() => {
    void chosenTimeZone.value;
    look();
  });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === ZONE_KEY) chosenTimeZone.value = newValue ?? '';
  });
}
