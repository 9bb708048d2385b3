import type { DeviceSession } from '#core/contract/security.ts';
import type { Clock } from '#server/clock.ts';
import type { Reader } from '#server/store/schema.ts';
import { deviceName } from './device-name.ts';

const SHOWN = 100;

/** The sessions of an account: the caller's first, then the most recently seen. */
export async function listSessions(
  reader: Reader,
  clock: Clock,
  caller: { readonly userId: string; readonly sessionId: string },
): Promise<DeviceSession[]> {
  const rows = await reader
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('refresh_expires_at', '>', clock.sql)
    .orderBy('last_seen_at', 'desc')
    .limit(SHOWN)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      device: deviceName(row.device_info),
      place: row.place,
      signedInAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      current: row.id === caller.sessionId,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}
