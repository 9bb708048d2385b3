import { timestampOf } from './date-text.ts';

type Timestamp = ReturnType<typeof timestampOf>;

interface Steady {
  /** The zone's distance to UTC, all of that day (UTC), in milliseconds. */
  readonly ahead: number;
  readonly offset: string;
}

const DAY_MS = 86_400_000;
/** Days remembered: some years of a report in one zone. */
const MOST = 10_000;

const known = new Map<string, Steady | undefined>();

/** How far a zone is from UTC on a day; undefined where clocks change on it. */
function steadyOn(day: number, timeZone: string): Steady | undefined {
  const key = `${timeZone}/${day}`;
  if (known.has(key)) return known.get(key);
  const start = timestampOf(day * DAY_MS, timeZone);
  const end = timestampOf((day + 1) * DAY_MS, timeZone);
  const ahead = Date.parse(`${start.local.replace(' ', 'T')}Z`) - day * DAY_MS;
  const steady =
    start.offset === end.offset && !Number.isNaN(ahead)
      ? { ahead, offset: start.offset }
      : undefined;
  if (known.size >= MOST) known.clear();
  known.set(key, steady);
  return steady;
}

/**
 * The same as `timestampOf`, for a hundred thousand rows (INS-03): Intl is asked twice for each day instead
 * of for each row.
 */
export function oneOfManyTimestamps(at: number, timeZone: string): Timestamp {
  const steady = steadyOn(Math.floor(at / DAY_MS), timeZone);
  if (!steady) return timestampOf(at, timeZone);
  const local = new Date(at + steady.ahead).toISOString();
  return { local: `${local.slice(0, 10)} ${local.slice(11, 19)}`, offset: steady.offset };
}

const days = new Map<number, string>();

/** '2026-05-13', of the days since the epoch. */
function dayText(day: number): string {
  const text = days.get(day) ?? new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (days.size >= MOST) days.clear();
  days.set(day, text);
  return text;
}

/** The same as `dayIn`. */
export function oneOfManyDays(timeZone: string, at: number): string {
  const zone = timeZone || 'UTC';
  const steady = steadyOn(Math.floor(at / DAY_MS), zone);
  if (!steady) return timestampOf(at, zone).local.slice(0, 10);
  return dayText(Math.floor((at + steady.ahead) / DAY_MS));
}
