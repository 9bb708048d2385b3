import { startOfDay } from '#core/statement/tax-rules.ts';
import { dayIn } from './date-text.ts';

/** A month in the customer's time zone, or a quarter. */
export interface Month {
  /** '2026-10', or '2026-Q4'. */
  readonly key: string;
  /** 'October 2026', or 'October to December 2026'. */
  readonly name: string;
  /** Its first instant and the first one after it, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** Movements right before a month's end may be recorded and valued a moment later. */
const SETTLED_MS = 10 * 60_000;

const names = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A calendar month in a time zone; `month` is zero-based and may be outside of 0 to 11. */
export function monthOf(year: number, month: number, timeZone: string): Month {
  const first = new Date(Date.UTC(year, month, 1));
  return {
    key: first.toISOString().slice(0, 7),
    name: names.format(first),
    from: startOfDay(year, month, 1, timeZone),
    to: startOfDay(year, month + 1, 1, timeZone),
  };
}

/** The last completed months, newest first. */
export function pastMonths(now: number, count: number, timeZone: string): readonly Month[] {
  const [year = 0, month = 1] = dayIn(timeZone, now - SETTLED_MS)
    .split('-')
    .map(Number);
  return Array.from({ length: count }, (_, back) => monthOf(year, month - 2 - back, timeZone));
}

const QUARTERS = [
  'January to March',
  'April to June',
  'July to September',
  'October to December',
] as const;

/**
 * The last completed quarters, newest first. They are in UTC: the server announces a statement without
 * knowing the customer's time zone (KEEP-16), and it must be the same wherever it is opened.
 */
export function pastQuarters(now: number, count: number): readonly Month[] {
  const settled = new Date(now - SETTLED_MS);
  const current = settled.getUTCFullYear() * 4 + Math.floor(settled.getUTCMonth() / 3);
  return Array.from({ length: count }, (_, back) => {
    const number = current - 1 - back;
    const year = Math.floor(number / 4);
    const quarter = number - 4 * year;
    return {
      key: `${year}-Q${quarter + 1}`,
      name: `${QUARTERS[quarter]} ${year}`,
      from: Date.UTC(year, 3 * quarter, 1),
      to: Date.UTC(year, 3 * quarter + 3, 1),
    };
  });
}
