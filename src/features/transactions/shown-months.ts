import type { StatementEntry } from '#core/domain/statement.ts';
import { filterEntries, type HistoryFilter, isOfAllTime } from './history-filter.ts';
import type { MonthHeading } from './month-head.tsx';
import { monthName, monthsOf, sumsOf, wholeMonths } from './months.ts';

/** The part of a list that stands under one heading, or a list without any. */
export interface EntryGroup {
  readonly key: string;
  readonly heading: MonthHeading | undefined;
  readonly entries: readonly StatementEntry[];
}

interface Known {
  /** The newest part of the statement, newest first. */
  readonly statement: readonly StatementEntry[];
  /** Whether more is on the server. */
  readonly goesOn: boolean;
  /** Whether it is only what the server found for the filter. */
  readonly found?: boolean;
}

/**
 * The filtered entries by month. A month has sums if all of it is known, nothing of it is left out by the
 * period, and no search is on: then they are the month's own, or those of the chosen type.
 */
export function shownMonths(
  entries: readonly StatementEntry[],
  { statement, goesOn, found = false }: Known,
  filter: HistoryFilter,
  timeZone: string,
): readonly EntryGroup[] {
  // Of a month that is cut by a search or by dates, not all was found.
  const isCut = filter.search !== undefined || (found && !isOfAllTime(filter));
  const whole = isCut ? new Map() : wholeMonths(statement, timeZone, goesOn);
  const ofType = { type: filter.type, period: 'All time' } as const;
  return monthsOf(entries, timeZone).map((month) => {
    const all = filterEntries(whole.get(month.key) ?? [], ofType, 0, timeZone);
    const sums = all.length === month.entries.length ? sumsOf(month.entries) : undefined;
    return { ...month, heading: { name: monthName(month.key), sums, entries: month.entries } };
  });
}
