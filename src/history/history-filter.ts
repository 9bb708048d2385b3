import type { EntryLabel } from '#core/statement/entry-label.ts';
import { filterTypeOf, type StatementEntry } from '#core/statement/statement.ts';
import { type DaySpan, dayOf, inSpan, instantsOf } from '#core/time/day-span.ts';
import { inPeriod, type Period, periodNames, periodStart } from '#core/time/period.ts';
import { matches } from './history-search.ts';

/** The server's limit for a search; the rest is searched in its results. */
const MOST_SEARCHED = 200;

export type TypeFilter = 'All' | EntryLabel;

/** TX-01: the chips in the order of the specification. */
export const typeFilters: readonly TypeFilter[] = ['All', 'Withdraw', 'Swap', 'Buy', 'Deposit'];

/** A period that ends now, or a range of days: choosing one ends the other. */
export interface HistoryFilter extends DaySpan {
  readonly type: TypeFilter;
  readonly period: Period;
  /** Words that an entry must have; undefined if nothing is searched for. */
  readonly search?: string;
}

/**
 * TX-01: the entries of a type and of a period that ends now, which have the words searched for. Dates are
 * searched as the time zone shows them, and with them the customer's notes, where they are known.
 */
export function filterEntries(
  entries: readonly StatementEntry[],
  filter: HistoryFilter,
  now: number,
  timeZone: string,
  noteOf?: (entryId: string) => string | undefined,
): readonly StatementEntry[] {
  const { type, period, search } = filter;
  const span = instantsOf(filter, timeZone);
  return entries.filter(
    (entry) =>
      (type === 'All' || filterTypeOf(entry) === type) &&
      inPeriod(entry.at, period, now) &&
      inSpan(entry.at, span) &&
      (search === undefined || matches(entry, search, timeZone, noteOf?.(entry.id))),
  );
}

/** Some entries together with others that are not among them, newest first. */
export function withOthers(
  entries: readonly StatementEntry[],
  others: readonly StatementEntry[],
): readonly StatementEntry[] {
  const ids = new Set(entries.map(({ id }) => id));
  const more = others.filter(({ id }) => !ids.has(id));
  return more.length === 0 ? entries : [...entries, ...more].sort((a, b) => b.at - a.at);
}

/** The same choices with another search; a blank one searches for nothing. */
export const searching = (
  { search: _, ...rest }: HistoryFilter,
  search: string,
): HistoryFilter => ({
  ...rest,
  ...(search.trim() !== '' && { search }),
});

/** Whether neither period nor days hide anything. */
export const isOfAllTime = ({ period, from, until }: HistoryFilter): boolean =>
  period === 'All time' && from === undefined && until === undefined;

/** The period or the range of days in words. */
export function periodText(filter: HistoryFilter): string {
  const { period, from, until } = filter;
  if (from !== undefined && until !== undefined) return `${from} to ${until}`;
  if (from !== undefined) return `from ${from}`;
  return until === undefined ? period : `until ${until}`;
}

/** How many of the choices hide something. */
export const choicesIn = (filter: HistoryFilter): number =>
  Number(filter.type !== 'All') + Number(!isOfAllTime(filter));

/** The filter as the server takes it, so that it reads no more than the page shows (INS-04). */
export interface AskedHistory {
  readonly noted?: boolean;
  readonly search?: string;
  readonly time_zone?: string;
  readonly type?: EntryLabel;
  readonly from?: string;
  readonly until?: string;
}

/** Undefined if the filter hides nothing. */
export function askedOf(
  filter: HistoryFilter,
  now: number,
  timeZone: string,
): AskedHistory | undefined {
  const { type, period, search } = filter;
  if (choicesIn(filter) === 0 && search === undefined) return undefined;
  const span = instantsOf(filter, timeZone);
  const from = periodStart(period, now) ?? span.from;
  const at = (instant: number) => new Date(instant).toISOString();
  return {
    ...(search !== undefined && { search: search.trim().slice(0, MOST_SEARCHED) }),
    ...(search !== undefined && timeZone && { time_zone: timeZone }),
    ...(type !== 'All' && { type }),
    ...(from !== undefined && { from: at(from) }),
    ...(span.until !== undefined && { until: at(span.until) }),
  };
}

/** The filters kept in the browser's history, so that going back shows the list as it was left. */
export function filterFromState(state: unknown): HistoryFilter {
  const kept = typeof state === 'object' && state !== null && 'filter' in state ? state.filter : {};
  const { type, period, search, ...days }: Record<string, unknown> = {
    ...(typeof kept === 'object' && kept),
  };
  const from = dayOf(days.from);
  const until = dayOf(days.until);
  return {
    type: typeFilters.find((one) => one === type) ?? 'All',
    period: periodNames.find((one) => one === period) ?? 'All time',
    ...(typeof search === 'string' && search.trim() !== '' && { search }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}
