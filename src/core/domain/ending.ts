import { monthsAfter } from './data-update.ts';

/**
 * What follows once we end the relationship with a customer (KEEP-12). Moments are milliseconds since the epoch.
 */

const DAY_MS = 24 * 3_600_000;

/** With notice it ends so many months after they were told. */
const NOTICE_MONTHS = 2;
/** So long afterwards what they hold is theirs to take. */
const CLAIM_MONTHS = 12;

/** Reminders of what is unclaimed, so many days before that time is over. */
const REMINDED_DAYS = [90, 30, 7] as const;

/** No step follows the one before it sooner, also where a server was away when it was due. */
export const LEAST_BETWEEN_MS = 7 * DAY_MS;

/** When the relationship ends. */
export const endsAt = (told: number, atOnce: boolean): number =>
  atOnce ? told : monthsAfter(told, NOTICE_MONTHS);

/** Until when a customer can take what they hold. */
export const claimUntil = (ended: number): number => monthsAfter(ended, CLAIM_MONTHS);

export type EndingStep = 'ended' | 'reminder' | 'over';

interface Step {
  readonly step: EndingStep;
  readonly at: number;
}

/** What is done about an ending, in order: it ends, three reminders, and it is over. */
const steps = (ends: number, until: number): readonly Step[] => [
  { step: 'ended', at: ends },
  ...REMINDED_DAYS.map((days): Step => ({ step: 'reminder', at: until - days * DAY_MS })),
  { step: 'over', at: until },
];

/** When it is over at the earliest, once the step after `done` others is done at a moment. */
export const overAtTheEarliest = (at: number, done: number): number =>
  at + (REMINDED_DAYS.length + 1 - done) * LEAST_BETWEEN_MS;

export interface EndingFacts {
  readonly ends: number;
  readonly until: number;
  /** How many of the steps were done, and when the last one was; undefined: none. */
  readonly done: number;
  readonly last: number | undefined;
}

/**
 * The next step and its moment; undefined: all were done. Steps that were missed are done one by one, a week
 * apart, so that nobody loses anything without three reminders.
 */
export function nextStep({ ends, until, done, last }: EndingFacts): Step | undefined {
  const next = steps(ends, until)[done];
  if (!next || last === undefined) return next;
  return { step: next.step, at: Math.max(next.at, last + LEAST_BETWEEN_MS) };
}
