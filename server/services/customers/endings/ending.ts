import { monthsAfter } from '#core/time/months-after.ts';
import { CLAIM_MONTHS, NOTICE_MONTHS } from '#server/policy.ts';

/**
 * The steps after we end the relationship with a customer (KEEP-12). Moments are milliseconds since the
 * epoch.
 */

const DAY_MS = 24 * 3_600_000;

/** Reminders of unclaimed holdings, so many days before that period ends. */
const REMINDED_DAYS = [90, 30, 7] as const;

/** The shortest time between two steps, even if a server was down when they were due. */
export const LEAST_BETWEEN_MS = 7 * DAY_MS;

/** When the relationship ends, from when the customer was told. */
export const endsAt = (told: number, atOnce: boolean): number =>
  atOnce ? told : monthsAfter(told, NOTICE_MONTHS);

/** Until when a customer can claim what they hold. */
export const claimUntil = (ended: number): number => monthsAfter(ended, CLAIM_MONTHS);

export type EndingStep = 'ended' | 'reminder' | 'over';

interface Step {
  readonly step: EndingStep;
  readonly at: number;
}

/** The steps in order: the end, three reminders, and the end of the claim period. */
const steps = (ends: number, until: number): readonly Step[] => [
  { step: 'ended', at: ends },
  ...REMINDED_DAYS.map((days): Step => ({ step: 'reminder', at: until - days * DAY_MS })),
  { step: 'over', at: until },
];

/** The earliest end of the claim period, if the step after `done` steps is taken at this moment. */
export const overAtTheEarliest = (at: number, done: number): number =>
  at + (REMINDED_DAYS.length + 1 - done) * LEAST_BETWEEN_MS;

export interface EndingFacts {
  readonly ends: number;
  readonly until: number;
  /** How many steps have been taken, and when the last one was; undefined if none. */
  readonly done: number;
  readonly last: number | undefined;
}

/**
 * The next step and when it is due; undefined after the last. Missed steps are taken one at a time, a week
 * apart, so that nobody loses anything without three reminders.
 */
export function nextStep({ ends, until, done, last }: EndingFacts): Step | undefined {
  const next = steps(ends, until)[done];
  if (!next || last === undefined) return next;
  return { step: next.step, at: Math.max(next.at, last + LEAST_BETWEEN_MS) };
}
