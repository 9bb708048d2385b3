import { inPeriod, type Period, periodNames } from '#core/domain/period.ts';
import { cameBack, type EntryLabel, type StatementEntry } from '#core/domain/statement.ts';
import { matches } from './history-search.ts';

export type TypeFilter = 'All' | EntryLabel;

/** TX-01: the chips in the order of the specification. */
export const typeFilters: readonly TypeFilter[] = ['All', 'Withdraw', 'Swap', 'Buy', 'Deposit'];

export interface HistoryFilter {
  readonly type: TypeFilter;
  readonly period: Period;
  /** Words that an entry must have; undefined if nothing is searched for. */
  readonly search?: string;
}

/** The filter chip an entry belongs to; a refund belongs to its withdrawal. */
const chipOf = (entry: StatementEntry): EntryLabel => (cameBack(entry) ? 'Withdraw' : entry.label);

/**
 * TX-01: the entries of a type and of a period that ends now, which have the words searched for. Dates are
 * searched as the time zone shows them.
 */
export const filterEntries = (
  entries: readonly StatementEntry[],
  { type, period, search }: HistoryFilter,
  now: number,
  timeZone: string,
): readonly StatementEntry[] =>
  entries.filter(
    (entry) =>
      (type === 'All' || chipOf(entry) === type) &&
      inPeriod(entry.at, period, now) &&
      (search === undefined || matches(entry, search, timeZone)),
  );

/** The same choices with another search; a blank one searches for nothing. */
export const searching = ({ type, period }: HistoryFilter, search: string): HistoryFilter => ({
  type,
  period,
  ...(search.trim() !== '' && { search }),
});

/** How many of the two choices leave something out. */
export const choicesIn = ({ type, period }: HistoryFilter): number =>
  Number(type !== 'All') + Number(period !== 'All time');

/** The filters kept in the browser's history, so that going back shows the list as it was left. */
export function filterFromState(state: unknown): HistoryFilter {
  const kept = typeof state === 'object' && state !== null && 'filter' in state ? state.filter : {};
  const { type, period, search }: Record<string, unknown> = {
    ...(typeof kept === 'object' && kept),
  };
  return {
    type: typeFilters.find((one) => one === type) ?? 'All',
    period: periodNames.find((one) => one === period) ?? 'All time',
    ...(typeof search === 'string' && search.trim() !== '' && { search }),
  };
}
