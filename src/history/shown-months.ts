import type { StatementEntry } from '#core/statement/statement.ts';
import { instantsOf } from '#core/time/day-span.ts';
import { monthOf } from '#core/time/month.ts';
import { periodStart } from '#core/time/period.ts';
import type { HistoryFilter } from './history-filter.ts';
import type { MonthHeading } from './month-head.tsx';
import { knownMonths, monthName, monthsOf, sumsOf } from './months.ts';

/** The entries under one heading, or a list without headings. */
export interface EntryGroup {
  readonly key: string;
  readonly heading: MonthHeading | undefined;
  readonly entries: readonly StatementEntry[];
}

const none: ReadonlySet<string> = new Set();

interface KnownEntries {
  /** The newest part of the statement, newest first. */
  readonly statement: readonly StatementEntry[];
  /** Whether the server has more. */
  readonly goesOn: boolean;
}

/** Whether the dates of a filter leave out a part of a month; what is to come is nobody's part yet. */
function isPart(key: string, filter: HistoryFilter, now: number, timeZone: string): boolean {
  const [year = 0, month = 1] = key.split('-').map(Number);
  const whole = monthOf(year, month - 1, timeZone);
  const span = instantsOf(filter, timeZone);
  const from = periodStart(filter.period, now) ?? span.from ?? whole.from;
  return from > whole.from || (span.until ?? whole.to) < Math.min(whole.to, now);
}

/**
 * The filtered entries by month. A month has sums, its own or those of the chosen type, if all its entries are known
 * and there is no search. Where the dates leave out a part of it, the sums are those of the rest, and its name says so.
 */
export function shownMonths(
  entries: readonly StatementEntry[],
  { statement, goesOn }: KnownEntries,
  filter: HistoryFilter,
  now: number,
  timeZone: string,
): readonly EntryGroup[] {
  const known = filter.search === undefined ? knownMonths(statement, timeZone, goesOn) : none;
  return monthsOf(entries, timeZone).map((month) => {
    const { key, entries: listed } = month;
    const isKnown = known.has(key);
    const name =
      isKnown && isPart(key, filter, now, timeZone) ? `${monthName(key)}, in part` : monthName(key);
    return {
      ...month,
      heading: { name, sums: isKnown ? sumsOf(listed) : undefined, entries: listed },
    };
  });
}
