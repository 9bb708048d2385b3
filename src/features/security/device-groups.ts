import type { DeviceSession } from '#core/contract/security.ts';

export interface DeviceGroup {
  readonly name: string;
  readonly place: string;
  readonly current: boolean;
  /** ISO 8601; of the session that was seen last. */
  readonly lastSeenAt: string;
  readonly signedInAt: string;
  readonly ids: readonly string[];
}

/**
 * The sessions as devices (EASE-11): those of one name and place are one, as a browser that forgets its
 * visits signs in anew each time. This device is first and alone, then those that were seen last.
 */
export function deviceGroups(sessions: readonly DeviceSession[]): readonly DeviceGroup[] {
  const latest = [...sessions].sort(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
  );
  const groups = new Map<string, DeviceGroup>();
  for (const { id, device, place, current, lastSeenAt, signedInAt } of latest) {
    const key = JSON.stringify([current, device, place]);
    const known = groups.get(key);
    groups.set(
      key,
      known
        ? { ...known, ids: [...known.ids, id] }
        : { name: device, place, current, lastSeenAt, signedInAt, ids: [id] },
    );
  }
  return [...groups.values()];
}
