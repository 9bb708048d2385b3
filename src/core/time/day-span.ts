import { startOfDay } from '#core/statement/tax-rules.ts';

/** Days, YYYY-MM-DD, both included. A missing one means no bound on that side. */
export interface DaySpan {
  readonly from?: string;
  readonly until?: string;
}

/** The first instant of a span and the first after it, in milliseconds since the epoch. */
export interface InstantSpan {
  readonly from: number | undefined;
  readonly until: number | undefined;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The text itself, if it is a calendar day between 1970 and 9998. */
export function dayOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !DAY.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || at < 0 || text >= '9999') return undefined;
  return new Date(at).toISOString().startsWith(text) ? text : undefined;
}

function startOf(day: string, timeZone: string, later: number): number {
  const [, year, month, date] = DAY.exec(day) ?? [];
  return startOfDay(Number(year), Number(month) - 1, Number(date) + later, timeZone);
}

/**
 * The instants at which a span of days begins and ends in a time zone, including days on which clocks change.
 */
export const instantsOf = ({ from, until }: DaySpan, timeZone: string): InstantSpan => ({
  from: from === undefined ? undefined : Math.max(0, startOf(from, timeZone, 0)),
  until: until === undefined ? undefined : Math.max(0, startOf(until, timeZone, 1)),
});

export const inSpan = (at: number, { from, until }: InstantSpan): boolean =>
  (from === undefined || at >= from) && (until === undefined || at < until);
