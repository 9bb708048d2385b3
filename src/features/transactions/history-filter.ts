import { inPeriod, type Period, periodNames } from '#core/domain/period.ts';
import { cameBack, type EntryLabel, type StatementEntry } from '#core/domain/statement.ts';

export type TypeFilter = 'All' | EntryLabel;

/** TX-01: the chips in the order of the specification. */
export const typeFilters: readonly TypeFilter[] = ['All', 'Withdraw', 'Swap', 'Buy', 'Deposit'];

export interface HistoryFilter {
  readonly type: TypeFilter;
  readonly period: Period;
}

/** The filter chip an entry belongs to; a refund belongs to its withdrawal. */
const chipOf = (entry: StatementEntry): EntryLabel => (cameBack(entry) ? 'Withdraw' : entry.label);

/** TX-01: the entries of a type and of a period that ends now. */
export const filterEntries = (
  entries: readonly StatementEntry[],
  { type, period }: HistoryFilter,
  now: number,
): readonly StatementEntry[] =>
  entries.filter(
    (entry) => (type === 'All' || chipOf(entry) === type) && inPeriod(entry.at, period, now),
  );

/** The filters kept in the browser's history, so that going back shows the list as it was left. */
export function filterFromState(state: unknown): HistoryFilter {
  const kept = typeof state === 'object' && state !== null && 'filter' in state ? state.filter : {};
  const { type, period }: Record<string, unknown> = { ...(typeof kept === 'object' && kept) };
  return {
    type: typeFilters.find((one) => one === type) ?? 'All',
    period: periodNames.find((one) => one === period) ?? 'All time',
  };
}
