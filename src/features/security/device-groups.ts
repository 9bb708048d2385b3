import type { DeviceSession } from '#core/contract/account/security.ts';

export interface DeviceGroup {
  readonly name: string;
  readonly place: string;
  readonly current: boolean;
  /** When the session that was used last was used, ISO 8601. */
  readonly lastSeenAt: string;
  readonly signedInAt: string;
  readonly ids: readonly string[];
}

/**
 * The sessions grouped by device (EASE-11). Sessions of the same name and place count as one device, because
 * a browser that deletes its data signs in anew each time. This device comes first and alone, then by last
 * use.
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
