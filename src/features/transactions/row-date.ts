import { formatInstant, formatOnAxis, timestampOf, zoneNote } from '#core/domain/date-text.ts';

const yearOf = (at: number, timeZone: string): string =>
  timestampOf(at, timeZone).local.slice(0, 4);

/**
 * 'Nov 24 at 7:58 AM' in a time zone, with the zone's city as in `formatInstant`, and with the year if it is
 * not the current one and no heading above states it.
 */
export function rowDate(at: number, timeZone: string, now: number, inMonth: boolean): string {
  if (Number.isNaN(new Date(at).getTime())) return formatInstant(at, timeZone, now);
  const year = inMonth ? undefined : yearOf(at, timeZone);
  const dated = year === undefined || year === yearOf(now, timeZone) ? '' : `, ${year}`;
  const day = formatOnAxis(at, timeZone, 'day');
  return `${day}${dated} at ${formatOnAxis(at, timeZone, 'hour')}${zoneNote(at, timeZone)}`;
}
