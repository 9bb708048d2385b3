import { randomHex } from '#platform/ciphers/random.ts';
import { deviceStorage } from './storage.ts';

const DEVICE_ID_KEY = 'kopa-device-id';

/**
 * A random number by which the server recognises a device it has seen before (BEY-12). It survives
 * signing out; otherwise every sign-in would seem to come from a new device. Undefined where the
 * device cannot store it.
 */
export function deviceId(): string | undefined {
  const kept = deviceStorage.get(DEVICE_ID_KEY);
  if (kept !== undefined && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = randomHex(16);
  return deviceStorage.set(DEVICE_ID_KEY, made) ? made : undefined;
}

let ofThisVisit: string | undefined;

/**
 * The same number, or if the device cannot store it, one for this page visit: a mailed code works only in the
 * browser that requested it.
 */
export function browserNumber(): string {
  ofThisVisit ??= deviceId() ?? randomHex(16);
  return ofThisVisit;
}
