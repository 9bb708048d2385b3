import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { movedNothing, type StatementEntry, type Sum, worthOf } from '#core/statement/statement.ts';
import { timestampOf } from '#core/time/date-text.ts';

/** What came in and went out in a month, in money; undefined if a value is unknown. */
export interface MonthSums {
  readonly in: Sum | undefined;
  readonly out: Sum | undefined;
}

export interface MonthOfEntries {
  /** 'YYYY-MM' in the time zone of the dates; 'Invalid' for entries without a date. */
  readonly key: string;
  readonly entries: readonly StatementEntry[];
}

const keyOf = (entry: StatementEntry, timeZone: string): string =>
  timestampOf(entry.at, timeZone).local.slice(0, 7);

/** The index after the last entry of the month that begins at `start`; the entries are sorted. */
function endOf(entries: readonly StatementEntry[], start: number, key: string, timeZone: string) {
  let inside = start;
  let outside = entries.length;
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    const entry = entries[middle];
    if (entry && keyOf(entry, timeZone) === key) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** The entries, which are newest first, by the months of a time zone. */
export function monthsOf(
  entries: readonly StatementEntry[],
  timeZone: string,
): readonly MonthOfEntries[] {
  const months: MonthOfEntries[] = [];
  for (let start = 0; start < entries.length; ) {
    const first = entries[start];
    if (!first) break;
    const key = keyOf(first, timeZone);
    const end = endOf(entries, start, key, timeZone);
    months.push({ key, entries: entries.slice(start, end) });
    start = end;
  }
  return months;
}

const names = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026'. */
export function monthName(key: string): string {
  const first = Date.parse(`${key}-01T00:00:00Z`);
  return Number.isNaN(first) ? 'Without a date' : names.format(first);
}

const CENTS = 2;

/** The values' sum, if each is known and all are in one currency; of no values, undefined. */
function sumOf(values: readonly (Sum | undefined)[]): Sum | undefined {
  const currency = values[0]?.currency;
  if (currency === undefined) return undefined;
  let cents = 0n;
  for (const value of values) {
    const units = value?.currency === currency ? parseUnits(value.amount, CENTS) : undefined;
    if (units === undefined) return undefined;
    cents += units;
  }
  return { amount: formatUnits(cents, CENTS, CENTS), currency };
}

/** The entries that make up a month's sum of one direction. */
export const movedIn = (
  entries: readonly StatementEntry[],
  direction: 'credit' | 'debit',
): readonly StatementEntry[] =>
  entries.filter(
    (entry) => entry.kind === 'single' && entry.direction === direction && !movedNothing(entry),
  );

/**
 * What came in and went out. Swaps do not count, nor do withdrawals that were undone or have not left yet, and card
 * payments that bought nothing.
 */
export function sumsOf(entries: readonly StatementEntry[]): MonthSums {
  const side = (direction: 'credit' | 'debit'): Sum | undefined =>
    sumOf(movedIn(entries, direction).map(worthOf));
  return { in: side('credit'), out: side('debit') };
}

/**
 * The months whose entries are all known. `known` is the newest part of a statement, newest first; if the
 * server has more, its last month may be incomplete.
 */
export function knownMonths(
  known: readonly StatementEntry[],
  timeZone: string,
  goesOn: boolean,
): ReadonlySet<string> {
  const months = monthsOf(known, timeZone).filter(({ key }) => key !== 'Invalid');
  return new Set((goesOn ? months.slice(0, -1) : months).map(({ key }) => key));
}
