import { monthsAfter } from '#core/time/months-after.ts';
import {
  DATA_UPDATE_GRACE_MONTHS,
  DATA_UPDATE_OPEN_DAYS,
  DATA_UPDATE_YEARS,
} from '#server/policy.ts';
import type { RiskGroup } from '#server/store/schema/risk-schema.ts';

/**
 * When a customer's data is due for an update, and the steps that follow (KEEP-09). Moments are milliseconds
 * since the epoch; days and months are those of UTC.
 */

const DAY_MS = 24 * 3600_000;

/** When the next update is due after one at this moment. */
export const dueAfter = (updated: number, group: RiskGroup): number =>
  monthsAfter(updated, 12 * DATA_UPDATE_YEARS[group]);

/** When the account becomes limited. */
export const limitedFrom = (due: number): number => monthsAfter(due, DATA_UPDATE_GRACE_MONTHS);

/** Reminders are sent so many days before the due date; the limit follows. */
const REMINDED_DAYS = [DATA_UPDATE_OPEN_DAYS, 7, 0] as const;

/** The moments at which the customer is notified: three reminders and the limit. */
const moments = (due: number): readonly number[] => [
  ...REMINDED_DAYS.map((days) => due - days * DAY_MS),
  limitedFrom(due),
];

/** How many of these moments have passed: 0 before the first reminder, 4 once the account is limited. */
export const stageOf = (due: number, now: number): number =>
  moments(due).filter((moment) => moment <= now).length;

/** The next of these moments; undefined if all have passed. */
export const nextStage = (due: number, now: number): number | undefined =>
  moments(due).find((moment) => moment > now);

interface Regrouped {
  readonly updated: number;
  readonly due: number;
  readonly group: RiskGroup;
  readonly now: number;
}

/**
 * The due date after the group has changed. It is never moved closer than 30 days, so that all reminders come
 * before it; a date that was closer already stays.
 */
export function dueInGroup({ updated, due, group, now }: Regrouped): number {
  const wished = dueAfter(updated, group);
  return wished >= due
    ? wished
    : Math.max(wished, Math.min(due, now + DATA_UPDATE_OPEN_DAYS * DAY_MS));
}
