const INVALID = 'Invalid Date';

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A formatter for the zone, or for the device's own if the zone is unknown (TX-04). Making one costs
 * more than using it a hundred times, so those of a named zone are kept.
 */
function formatter(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.entries(options).join()}`;
  const known = formatters.get(key);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) });
    if (timeZone) formatters.set(key, made);
    return made;
  } catch {
    return new Intl.DateTimeFormat('en-US', options);
  }
}

const yearIn = (at: number, timeZone: string): string =>
  formatter({ year: 'numeric' }, timeZone).format(at);

/**
 * 'Month day at h:mm AM/PM' in a time zone, with the year if it is not the current one (D33); for places that
 * name the zone separately. The month is short, 'Nov 29 at 4:06 PM', so that a list's row has room for it.
 * `at` and `now` are milliseconds since the epoch; an unknown zone falls back to the device's.
 */
export function formatLocal(at: number, timeZone: string, now: number): string {
  if (Number.isNaN(new Date(at).getTime())) return INVALID;
  return dayAndTime(at, timeZone, yearIn(at, timeZone) !== yearIn(now, timeZone));
}

/** `formatLocal`, followed by the zone's city if the device's clock differs at that moment. */
export const formatInstant = (at: number, timeZone: string, now: number): string =>
  formatLocal(at, timeZone, now) + zoneNote(at, timeZone);

/** What comes or came within hours: '10:11 AM' where that is today in the zone, otherwise as `formatInstant`. */
export function formatNear(at: number, timeZone: string, now: number): string {
  if (Number.isNaN(new Date(at).getTime())) return INVALID;
  const isToday =
    timestampOf(at, timeZone).local.slice(0, 10) === timestampOf(now, timeZone).local.slice(0, 10);
  return isToday
    ? timeAlone(at, timeZone) + zoneNote(at, timeZone)
    : formatInstant(at, timeZone, now);
}

const OFFSET = /^GMT(?:([+-])(\d+)(?::(\d+))?)?/;

/** ' (Sydney)' if clocks in the zone differ from the device's at that moment, else empty (HARD-43). */
export function zoneNote(at: number, timeZone: string): string {
  if (timeZone === '') return '';
  const [known, sign, hours = '0', minutes = '0'] =
    OFFSET.exec(timestampOf(at, timeZone).offset) ?? [];
  if (known === undefined) return '';
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  if (ahead === -new Date(at).getTimezoneOffset()) return '';
  return ` (${cityOf(timeZone)})`;
}

const cityOf = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** For texts that may be read years later: `formatLocal`, always with the year. */
export const formatInstantInFull = (at: number, timeZone: string): string =>
  Number.isNaN(new Date(at).getTime()) ? INVALID : dayAndTime(at, timeZone, true);

function dayAndTime(at: number, timeZone: string, withYear: boolean): string {
  const day = formatter(
    { month: 'short', day: 'numeric', ...(withYear && { year: 'numeric' }) },
    timeZone,
  ).format(at);
  return `${day} at ${timeAlone(at, timeZone)}`;
}

const timeAlone = (at: number, timeZone: string): string =>
  formatter({ hour: 'numeric', minute: '2-digit', hour12: true }, timeZone)
    .format(at)
    // Newer engines put a narrow no-break space before AM and PM.
    .replace(/\u202f/g, ' ');

/**
 * For machines and spreadsheets: '2026-05-13 20:00:00' in a time zone, and the zone's offset at that moment,
 * 'GMT+10:00'.
 */
export function timestampOf(
  at: number,
  timeZone: string,
): { readonly local: string; readonly offset: string } {
  if (Number.isNaN(new Date(at).getTime())) return { local: INVALID, offset: '' };
  const parts = formatter(
    {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    },
    timeZone,
  ).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  return { local: `${day} ${time}`, offset: part('timeZoneName') };
}

/**
 * The day of an instant where only the day is told: 'Feb 1, 2027', followed by the zone's city if the device's
 * clock differs at that moment (HARD-76).
 */
export const formatDay = (at: number, timeZone: string): string =>
  dayAlone(at, timeZone) + zoneNote(at, timeZone);

/** The same with its zone in any case, for readers on an unknown device: 'Feb 1, 2027 (Sydney time)'. */
export const formatDayInZone = (at: number, timeZone: string): string =>
  `${dayAlone(at, timeZone)} (${timeZone === 'UTC' ? 'UTC' : `${cityOf(timeZone)} time`})`;

/**
 * The minute of an instant with its zone in any case: 'Nov 30, 2026 at 10:07 AM Melbourne time (23:07 UTC)', with
 * UTC's day where that is another one.
 */
export function formatMomentInZone(at: number, timeZone: string): string {
  if (Number.isNaN(new Date(at).getTime())) return INVALID;
  const shown = formatInstantInFull(at, timeZone);
  if (timeZone === 'UTC') return `${shown} UTC`;
  const isOtherDay = dayIn(timeZone, at) !== dayIn('UTC', at);
  const day = isOtherDay ? `${formatOnAxis(at, 'UTC', 'day')}, ` : '';
  return `${shown} ${cityOf(timeZone)} time (${day}${timestampOf(at, 'UTC').local.slice(11, 16)} UTC)`;
}

const dayAlone = (at: number, timeZone: string): string =>
  Number.isNaN(new Date(at).getTime())
    ? INVALID
    : formatter({ month: 'short', day: 'numeric', year: 'numeric' }, timeZone).format(at);

/** 'November', in a time zone: the list says it in short, and people search for it in full. */
export const monthName = (at: number, timeZone: string): string =>
  Number.isNaN(new Date(at).getTime())
    ? INVALID
    : formatter({ month: 'long' }, timeZone).format(at);

/** The day, YYYY-MM-DD, in a time zone, or in UTC if none is given. */
export const dayIn = (timeZone: string, at: number): string =>
  timestampOf(at, timeZone || 'UTC').local.slice(0, 10);

/** The days from one instant to another as a calendar in a time zone counts them. */
export const daysBetween = (from: number, to: number, timeZone: string): number =>
  Math.round((Date.parse(dayIn(timeZone, to)) - Date.parse(dayIn(timeZone, from))) / 86_400_000);

/** 'today' or 'tomorrow' in a time zone; undefined on other days, which are told by their date. */
export function dayWord(at: number, timeZone: string, now: number): string | undefined {
  const days = daysBetween(now, at, timeZone);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : undefined;
}

const scales = {
  hour: { hour: 'numeric', minute: '2-digit', hour12: true },
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A label on a time axis, in a time zone: '4:00 PM', 'May 13' or 'May 2026'. */
export const formatOnAxis = (at: number, timeZone: string, scale: keyof typeof scales): string =>
  Number.isNaN(new Date(at).getTime())
    ? INVALID
    : formatter(scales[scale], timeZone)
        .format(at)
        .replace(/\u202f/g, ' ');
