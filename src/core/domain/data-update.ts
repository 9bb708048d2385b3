import type { RiskGroup } from './risk-group.ts';

/**
 * When a customer's data is due for an update, and what follows (KEEP-09). Moments are milliseconds since
 * the epoch; days and months are those of UTC.
 */

const DAY_MS = 24 * 3600_000;

/** So often is it due, in years. */
const YEARS: Readonly<Record<RiskGroup, number>> = { low: 3, medium: 2, high: 1 };

/** Overdue for so long, the account is limited. */
const GRACE_MONTHS = 3;

/** The same time of day so many months later; a month without the day has it on its last. */
export function monthsAfter(at: number, months: number): number {
  const from = new Date(at);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), last)) + (at % DAY_MS);
}

/** When data that was updated at a moment is due again. */
export const dueAfter = (updated: number, group: RiskGroup): number =>
  monthsAfter(updated, 12 * YEARS[group]);

/** From when on the account is limited. */
export const limitedFrom = (due: number): number => monthsAfter(due, GRACE_MONTHS);

/** An update can be made from so many days before it is due, and the first reminder says so. */
export const OPEN_DAYS = 30;

/** Reminders are sent so many days before; then comes the limit. */
const REMINDED_DAYS = [OPEN_DAYS, 7, 0] as const;

/** The moments at which a customer is told, in order: three reminders and the limit. */
const moments = (due: number): readonly number[] => [
  ...REMINDED_DAYS.map((days) => due - days * DAY_MS),
  limitedFrom(due),
];

/** How many of these have come: 0 before the first reminder, 4 once the account is limited. */
export const stageOf = (due: number, now: number): number =>
  moments(due).filter((moment) => moment <= now).length;

/** When the next of them comes; undefined: the last one has. */
export const nextStage = (due: number, now: number): number | undefined =>
  moments(due).find((moment) => moment > now);

interface Regrouped {
  readonly updated: number;
  readonly due: number;
  readonly group: RiskGroup;
  readonly now: number;
}

/**
 * When an update is due once the group has changed. It comes nearer than 30 days for nobody, so that every
 * reminder precedes it; one that was nearer already stays.
 */
export function dueInGroup({ updated, due, group, now }: Regrouped): number {
  const wished = dueAfter(updated, group);
  return wished >= due ? wished : Math.max(wished, Math.min(due, now + OPEN_DAYS * DAY_MS));
}
