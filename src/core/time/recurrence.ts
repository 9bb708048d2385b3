/** Calendar days as text, such as 2026-02-28, without time and zone. */

export const rhythms = ['weekly', 'fortnightly', 'monthly'] as const;
export type Rhythm = (typeof rhythms)[number];

const DAY_MS = 24 * 3600_000;

/**
 * The hour (UTC) at which recurring purchases run: it is the same calendar day in Europe and Australia, and
 * office hours in one of them.
 */
const HOUR = 2;

/** The moment at which a purchase of that day runs. */
export const momentOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) + HOUR * 3600_000;

/** The first day whose moment is in the future. */
export function dayAfter(now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  return momentOf(today) > now ? today : new Date(now + DAY_MS).toISOString().slice(0, 10);
}

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The nth occurrence, from 0. In a month without the first one's day, it is the last day. */
export function occurrence(first: string, rhythm: Rhythm, count: number): string {
  const start = new Date(`${first}T00:00:00Z`);
  if (rhythm !== 'monthly') {
    const days = rhythm === 'weekly' ? 7 : 14;
    return new Date(start.getTime() + count * days * DAY_MS).toISOString().slice(0, 10);
  }
  const month = start.getUTCMonth() + count;
  const year = start.getUTCFullYear() + Math.floor(month / 12);
  const day = Math.min(start.getUTCDate(), daysIn(year, month % 12));
  return new Date(Date.UTC(year, month % 12, day)).toISOString().slice(0, 10);
}

/** The latest of some days. */
export const latest = (...days: readonly string[]): string => [...days].sort().at(-1) ?? '';

/** The day before. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** The first occurrence after a day. Occurrences in between are not made up for. */
export function nextAfter(first: string, rhythm: Rhythm, day: string): string {
  const span = Date.parse(day) - Date.parse(first);
  // The count starts at a lower bound for the span rather than at zero.
  let count = Math.max(0, Math.floor(span / DAY_MS / (rhythm === 'monthly' ? 31 : 14)));
  while (occurrence(first, rhythm, count) <= day) count += 1;
  return occurrence(first, rhythm, count);
}
