import { dayIn } from '#core/time/date-text.ts';
import type { CostMethod } from './cost-basis.ts';

export const methodNames = {
  fifo: 'First in, first out',
  average: 'Average cost',
  lifo: 'Last in, first out',
} as const satisfies Readonly<Record<CostMethod, string>>;

export interface TaxYear {
  /** The calendar year in which the tax year begins. */
  readonly year: number;
  /** '2025', or '2025–26' if it spans two calendar years. */
  readonly name: string;
  /** Its first instant and the first one after it, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** The zero-based first month: July for Australia, January elsewhere. */
const firstMonth = (isJuly: boolean): number => (isJuly ? 6 : 0);

const MINUTE = 60_000;

/**
 * The first instant of a day in a time zone. A zone is at most 14 hours from UTC, and later instants never
 * have an earlier day, so a binary search finds it, even if clocks change at midnight.
 */
export function startOfDay(year: number, month: number, day: number, timeZone: string): number {
  const utc = Date.UTC(year, month, day);
  const wanted = new Date(utc).toISOString().slice(0, 10);
  let [before, at] = [utc / MINUTE - 15 * 60, utc / MINUTE + 15 * 60];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dayIn(timeZone, middle * MINUTE) < wanted) before = middle;
    else at = middle;
  }
  return at * MINUTE;
}

export function taxYearOf(year: number, isJuly: boolean, timeZone: string): TaxYear {
  const month = firstMonth(isJuly);
  const name = month === 0 ? `${year}` : `${year}–${String((year + 1) % 100).padStart(2, '0')}`;
  return {
    year,
    name,
    from: startOfDay(year, month, 1, timeZone),
    to: startOfDay(year + 1, month, 1, timeZone),
  };
}

/** The tax years up to the current one, newest first. */
export function taxYears(
  now: number,
  count: number,
  isJuly: boolean,
  timeZone: string,
): readonly TaxYear[] {
  const [year = 0, month = 1] = dayIn(timeZone, now).split('-').map(Number);
  const present = month - 1 < firstMonth(isJuly) ? year - 1 : year;
  return Array.from({ length: count }, (_, back) => taxYearOf(present - back, isJuly, timeZone));
}
