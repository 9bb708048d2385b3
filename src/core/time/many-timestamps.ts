import { timestampOf } from './date-text.ts';

type Timestamp = ReturnType<typeof timestampOf>;

interface Steady {
  /** The zone's offset from UTC during all of that UTC day, in milliseconds. */
  readonly ahead: number;
  readonly offset: string;
}

const DAY_MS = 86_400_000;
/** The number of remembered days: enough for years of a report in one zone. */
const MOST = 10_000;

const known = new Map<string, Steady | undefined>();

/** The zone's offset on a day; undefined if clocks change on it. */
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
 * The same as `timestampOf`, for tables of a hundred thousand rows (INS-03): Intl is asked twice per day
 * instead of once per row.
 */
export function oneOfManyTimestamps(at: number, timeZone: string): Timestamp {
  const steady = steadyOn(Math.floor(at / DAY_MS), timeZone);
  if (!steady) return timestampOf(at, timeZone);
  const local = new Date(at + steady.ahead).toISOString();
  return { local: `${local.slice(0, 10)} ${local.slice(11, 19)}`, offset: steady.offset };
}

const days = new Map<number, string>();

/** '2026-05-13', from the days since the epoch. */
function dayText(day: number): string {
  const text = days.get(day) ?? new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (days.size >= MOST) days.clear();
  days.set(day, text);
  return text;
}

/** The same as `dayIn`, for many rows. */
export function oneOfManyDays(timeZone: string, at: number): string {
  const zone = timeZone || 'UTC';
  const steady = steadyOn(Math.floor(at / DAY_MS), zone);
  if (!steady) return timestampOf(at, zone).local.slice(0, 10);
  return dayText(Math.floor((at + steady.ahead) / DAY_MS));
}
