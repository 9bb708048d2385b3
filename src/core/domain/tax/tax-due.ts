/**
 * When customers who traded before they were asked where they pay tax are reminded, and from when their
 * account is limited (KEEP-14). Moments are milliseconds since the epoch.
 */

const DAY_MS = 24 * 3600_000;

/** So many days after they were asked, the account is limited until they have answered. */
export const ANSWER_DAYS = 60;

/** They are asked, reminded so many days before the limit, and told of it. */
const TOLD_DAYS = [ANSWER_DAYS, 30, 7, 0] as const;

export const taxLimitedFrom = (asked: number): number => asked + ANSWER_DAYS * DAY_MS;

const moments = (limited: number): readonly number[] =>
  TOLD_DAYS.map((days) => limited - days * DAY_MS);

/** How many of these have come: 1 once they were asked, 4 once the account is limited. */
export const taxStageOf = (limited: number, now: number): number =>
  moments(limited).filter((moment) => moment <= now).length;

/** When the next of them comes; undefined: the last one has. */
export const nextTaxStage = (limited: number, now: number): number | undefined =>
  moments(limited).find((moment) => moment > now);
