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
 * Whether an instant falls into a period that ends now. All time has no end, so a device whose clock
 * is slow hides nothing there; to the others the future never belongs, nor does what is not a date. A
 * span of hours is the same in every time zone.
 */
export function inPeriod(at: number, period: Period, now: number): boolean {
  const days = periods[period];
  return days === undefined || (at <= now && at >= now - days * DAY_MS);
}

/**
 * Whether a list, newest first, whose last instant is `at`, may continue with something in the period.
 */
export function periodReaches(at: number, period: Period, now: number): boolean {
  const days = periods[period];
  return days === undefined || !(at < now - days * DAY_MS);
}

/** The first instant of a period that ends now; undefined: it has no beginning. */
export function periodStart(period: Period, now: number): number | undefined {
  const days = periods[period];
  return days === undefined ? undefined : now - days * DAY_MS;
}
