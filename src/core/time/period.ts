/** The period filters of histories: how many days back from now. */
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
 * Whether an instant is in a period that ends now. “All time” has no end, so that a device with a slow clock
 * hides nothing; other periods exclude the future. An invalid date is in no period. A span of hours is the
 * same in every time zone.
 */
export function inPeriod(at: number, period: Period, now: number): boolean {
  const days = periods[period];
  return days === undefined || (at <= now && at >= now - days * DAY_MS);
}

/** Whether a list sorted newest first, whose last instant is `at`, may continue within the period. */
export function periodReaches(at: number, period: Period, now: number): boolean {
  const days = periods[period];
  return days === undefined || !(at < now - days * DAY_MS);
}

/** When a period that ends now began; undefined if it has no beginning. */
export function periodStart(period: Period, now: number): number | undefined {
  const days = periods[period];
  return days === undefined ? undefined : now - days * DAY_MS;
}
