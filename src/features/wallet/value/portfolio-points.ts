import type { PriceRange } from '#core/contract/market/price.ts';

/** The total value at a moment; undefined if unknown. */
export interface Worth {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly price: string | undefined;
}

interface Series {
  readonly hours: readonly Worth[];
  readonly days: readonly Worth[];
}

const spans = { day: 24, week: 168, month: 30, year: 365, all: Number.POSITIVE_INFINITY } as const;

/**
 * The moments of a period, oldest first; a period of days ends with the last full hour. An account in its first days
 * has only hours.
 */
export function momentsOf({ hours, days }: Series, range: PriceRange): readonly Worth[] {
  if (range === 'day' || range === 'week') return hours.slice(-spans[range] - 1);
  if (days.length < 2) return hours;
  const newest = hours.at(-1);
  const ends = newest && newest.at > (days.at(-1)?.at ?? 0) ? [newest] : [];
  return [...days.slice(-spans[range] - 1), ...ends];
}

/** The moments with a known value. The line has a gap where others lie between. */
export function knownOf(moments: readonly Worth[]) {
  return moments.flatMap(({ at, price }, i) =>
    price === undefined
      ? []
      : [{ at, price, ...(i > 0 && moments[i - 1]?.price === undefined && { apart: true }) }],
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The points with what everything is worth now as their end; as they are where that is not known, or not of a later
 * moment. Before the first full hour with holdings nothing was owned, so a first day rises from zero.
 *
 * @param owned a decimal string in the currency of the points
 */
export function untilNow(
  points: ReturnType<typeof knownOf>,
  owned: string | undefined,
  asOf: Date | undefined,
): ReturnType<typeof knownOf> {
  const at = asOf?.getTime();
  if (owned === undefined || at === undefined || at <= (points.at(-1)?.at ?? 0)) return points;
  const [first, second] = points;
  const before =
    second || /^0*(\.0*)?$/.test(owned)
      ? []
      : [
          { at: at - DAY_MS, price: '0' },
          { at: (first?.at ?? at) - HOUR_MS, price: '0' },
        ];
  return [...before, ...points, { at, price: owned }];
}

/** The name of a period, beside its line. */
export const periodWords: Readonly<Record<PriceRange, string>> = {
  day: '24 hours',
  week: '7 days',
  month: '30 days',
  year: '1 year',
  all: 'All time',
};
