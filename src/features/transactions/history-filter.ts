import { inPeriod, type Period } from '#core/domain/period.ts';
import type { EntryLabel, StatementEntry } from '#core/domain/statement.ts';

export type TypeFilter = 'All' | EntryLabel;

export interface HistoryFilter {
  readonly type: TypeFilter;
  readonly period: Period;
}

/** TX-01: the entries of a type and of a period that ends now. */
export const filterEntries = (
  entries: readonly StatementEntry[],
  { type, period }: HistoryFilter,
  now: number,
): readonly StatementEntry[] =>
  entries.filter(
    (entry) => (type === 'All' || entry.label === type) && inPeriod(entry.at, period, now),
  );
