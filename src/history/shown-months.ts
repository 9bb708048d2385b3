import type { StatementEntry } from '#core/statement/statement.ts';
import { filterEntries, type HistoryFilter, isOfAllTime } from './history-filter.ts';
import type { MonthHeading } from './month-head.tsx';
import { monthName, monthsOf, sumsOf, wholeMonths } from './months.ts';

/** The entries under one heading, or a list without headings. */
export interface EntryGroup {
  readonly key: string;
  readonly heading: MonthHeading | undefined;
  readonly entries: readonly StatementEntry[];
}

interface Known {
  /** The newest part of the statement, newest first. */
  readonly statement: readonly StatementEntry[];
  /** Whether the server has more. */
  readonly goesOn: boolean;
  /** Whether it contains only what the server found for the filter. */
  readonly found?: boolean;
}

/**
 * The filtered entries by month. A month has sums if all its entries are known, the period includes the whole
 * month, and there is no search: then the sums are the month's own, or those of the chosen type.
 */
export function shownMonths(
  entries: readonly StatementEntry[],
  { statement, goesOn, found = false }: Known,
  filter: HistoryFilter,
  timeZone: string,
): readonly EntryGroup[] {
  // A search or dates hide a part of the month.
  const isCut = filter.search !== undefined || (found && !isOfAllTime(filter));
  const whole = isCut ? new Map() : wholeMonths(statement, timeZone, goesOn);
  const ofType = { type: filter.type, period: 'All time' } as const;
  return monthsOf(entries, timeZone).map((month) => {
    const all = filterEntries(whole.get(month.key) ?? [], ofType, 0, timeZone);
    const sums = all.length === month.entries.length ? sumsOf(month.entries) : undefined;
    return { ...month, heading: { name: monthName(month.key), sums, entries: month.entries } };
  });
}
