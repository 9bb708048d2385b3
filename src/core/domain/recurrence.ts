/** Days of the calendar as they are written, such as 2026-02-28: they have no time and no zone. */

export const rhythms = ['weekly', 'fortnightly', 'monthly'] as const;
export type Rhythm = (typeof rhythms)[number];

const DAY_MS = 24 * 3600_000;

/**
 * What is due on a day happens at this hour of UTC: it is that day in Europe and in Australia, and office
 * hours in one of them.
 */
const HOUR = 2;

/** When what is due on a day happens. */
export const momentOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) + HOUR * 3600_000;

/** The first day whose moment is still to come. */
export function dayAfter(now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  return momentOf(today) > now ? today : new Date(now + DAY_MS).toISOString().slice(0, 10);
}

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The occurrence of a number, from 0 on. A month without the day of the first has it on its last. */
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

/** The last of some days. */
export const latest = (...days: readonly string[]): string => [...days].sort().at(-1) ?? '';

/** The day before. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** The first occurrence after a day; what lies between is not made up for. */
export function nextAfter(first: string, rhythm: Rhythm, day: string): string {
  const span = Date.parse(day) - Date.parse(first);
  // At most so many have been: looked for from there, not from the beginning.
  let count = Math.max(0, Math.floor(span / DAY_MS / (rhythm === 'monthly' ? 31 : 14)));
  while (occurrence(first, rhythm, count) <= day) count += 1;
  return occurrence(first, rhythm, count);
}
