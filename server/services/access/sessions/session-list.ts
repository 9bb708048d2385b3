import type { DeviceSession } from '#core/contract/account/security.ts';
import type { Clock } from '#server/base/clock.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { deviceName } from './device-name.ts';

const SHOWN = 100;

/** Reads the sessions of an account, the most recently seen first. */
export const sessionsQuery = (reader: Reader, clock: Clock, userId: string) =>
  reader
    .selectFrom('sessions')
    .select(['id', 'device_info', 'place', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('refresh_expires_at', '>', clock.sql)
    .orderBy('last_seen_at', 'desc')
    .limit(SHOWN);

/** The sessions as their owner sees them: the caller's first. */
export const sessionsOf = (
  rows: readonly JsonRow<ReturnType<typeof sessionsQuery>>[],
  callerId: string,
): DeviceSession[] =>
  rows
    .map((row) => ({
      id: row.id,
      device: deviceName(row.device_info),
      place: row.place,
      signedInAt: isoOf(row.created_at),
      lastSeenAt: isoOf(row.last_seen_at),
      current: row.id === callerId,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
