import { expect, test } from 'vitest';
import { deviceGroups } from './device-groups.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 25, 12, minute)).toISOString();

const session = (id: string, device: string, seen: number, more = {}) => ({
  id,
  device,
  place: 'Australia',
  signedInAt: at(0),
  lastSeenAt: at(seen),
  current: false,
  ...more,
});

test('EASE-11 sign-ins of one device at one place are one, this device is first, then who was seen last', () => {
  const groups = deviceGroups([
    session('a', 'Chrome on Linux', 5),
    session('b', 'Safari on iPhone', 9),
    session('c', 'Chrome on Linux', 7),
    session('d', 'Chrome on Linux', 8, { place: 'Malta' }),
    session('e', 'Chrome on Linux', 1, { current: true }),
  ]);
  expect(groups.map(({ ids }) => ids)).toEqual([['e'], ['b'], ['d'], ['c', 'a']]);
  expect(groups.at(-1)?.lastSeenAt).toBe(at(7));
});
