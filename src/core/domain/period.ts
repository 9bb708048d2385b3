/** The period filters of histories (001 §9): spans back from now, in days. */
export const periods = {
  'All time': undefined,
  Day: 1,
  Week: 7,
  Month: 30,
  Year: 365,
} as const;

export type Period = keyof typeof periods;
export const periodNames = Object.keys(periods) as readonly Period[];

const DAY_MS = 86_400_000;

/**
 * Whether an instant falls into a period that ends now; the future never does. An instant that is not a
 * date belongs to all time only. A span of hours is the same in every time zone.
 */
export function inPeriod(at: number, period: Period, now: number): boolean {
  const days = periods[period];
  if (Number.isNaN(at)) return days === undefined;
  if (at > now) return false;
  return days === undefined || at >= now - days * DAY_MS;
}

/**
 * Whether a list, newest first, whose last instant is `at`, may continue with something in the period.
 */
export function periodReaches(at: number, period: Period, now: number): boolean {
  const days = periods[period];
  return days === undefined || !(at < now - days * DAY_MS);
}
