import { findCash } from '#core/money/cash.ts';
import { formatUnits, parseUnitsDown } from '#core/money/decimal.ts';
import { movedNothing, type StatementEntry } from '#core/statement/statement.ts';
import { dayIn } from '#core/time/date-text.ts';
import type { PricePoint } from '#ui/chart/price-line.ts';

/** What an entry added to the cash, in its smallest unit. */
function changeOf(entry: StatementEntry, code: string, scale: number): bigint {
  const units = (amount: string): bigint => parseUnitsDown(amount, scale) ?? 0n;
  switch (entry.kind) {
    case 'failed':
      return 0n;
    case 'swap':
      return (
        (entry.credit.currency === code ? units(entry.credit.amount) : 0n) -
        (entry.debit.currency === code ? units(entry.debit.amount) : 0n)
      );
    case 'single': {
      if (entry.currency !== code) return 0n;
      return entry.direction === 'credit' ? units(entry.amount) : -units(entry.amount);
    }
  }
}

interface KnownEntries {
  /** The entries that concern this cash, newest first. */
  readonly entries: readonly StatementEntry[];
  readonly code: string;
  /** Whether there are none before these. */
  readonly isAll: boolean;
}

const SPAN_MS = 30 * 24 * 3_600_000;

/** What there was in cash, from 30 days ago or as far back as is known, and since when there was any. */
export interface CashPast {
  readonly points: readonly PricePoint[];
  /** The moment of the first entry, if it lies in these days. */
  readonly since: number | undefined;
}

/**
 * The balance after each entry of the last 30 days, reckoned back from what there is now. Where entries before are not
 * known, it begins with the oldest that is.
 */
export function cashPast(
  { entries, code, isAll }: KnownEntries,
  available: string,
  now: number,
): CashPast {
  const scale = findCash(code)?.scale ?? 0;
  const begin = now - SPAN_MS;
  let units = parseUnitsDown(available, scale) ?? 0n;
  const points: PricePoint[] = [{ at: now, price: formatUnits(units, scale) }];
  let oldest: number | undefined;
  for (const entry of entries) {
    if (!(entry.at >= begin && entry.at <= now)) break;
    points.push({ at: entry.at, price: formatUnits(units, scale) });
    units -= changeOf(entry, code, scale);
    // Something that is not listed moved it: further back nothing is known.
    if (units < 0n) return { points: points.toReversed(), since: entry.at };
    oldest = entry.at;
  }
  const isWhole = isAll || entries.some(({ at }) => at < begin);
  if (!isWhole) return { points: points.toReversed(), since: undefined };
  points.push({ at: begin, price: formatUnits(units, scale) });
  const isFirst = isAll && units === 0n && !entries.some(({ at }) => at < begin);
  return { points: points.toReversed(), since: isFirst ? oldest : undefined };
}

interface MonthSums {
  readonly into: string;
  readonly out: string;
}

/** What came in and went out since the month began, without what has not left yet; undefined if not all of it is known. */
export function cashOfMonth(
  { entries, code, isAll }: KnownEntries,
  timeZone: string,
  now: number,
): MonthSums | undefined {
  const scale = findCash(code)?.scale ?? 0;
  const monthOf = (at: number): string => (Number.isNaN(at) ? '' : dayIn(timeZone, at).slice(0, 7));
  const month = monthOf(now);
  if (!isAll && entries.every(({ at }) => monthOf(at) === month)) return undefined;
  const changes = entries
    .filter((entry) => monthOf(entry.at) === month && !movedNothing(entry))
    .map((entry) => changeOf(entry, code, scale));
  const sum = (counts: (change: bigint) => boolean): bigint =>
    changes.filter(counts).reduce((all, change) => all + change, 0n);
  return {
    into: formatUnits(
      sum((change) => change > 0n),
      scale,
    ),
    out: formatUnits(-sum((change) => change < 0n), scale),
  };
}
