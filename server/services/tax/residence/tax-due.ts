import { TAX_ANSWER_DAYS } from '#server/policy.ts';

/**
 * When customers who traded before they were asked for their tax residences are reminded, and when their
 * account becomes limited (KEEP-14), also for want of a number that was to follow (EYE-06). Moments are milliseconds
 * since the epoch.
 */

const DAY_MS = 24 * 3600_000;

/** The customer is asked, reminded so many days before the limit, and notified of the limit. */
const TOLD_DAYS = [TAX_ANSWER_DAYS, 30, 7, 0] as const;

export const taxLimitedFrom = (asked: number): number => asked + TAX_ANSWER_DAYS * DAY_MS;

const moments = (limited: number): readonly number[] =>
  TOLD_DAYS.map((days) => limited - days * DAY_MS);

/** How many of these notices are due: 1 once the customer was asked, 4 once the account is limited. */
export const taxStageOf = (limited: number, now: number): number =>
  moments(limited).filter((moment) => moment <= now).length;

/** When the next notice is due; undefined after the last. */
export const nextTaxStage = (limited: number, now: number): number | undefined =>
  moments(limited).find((moment) => moment > now);
