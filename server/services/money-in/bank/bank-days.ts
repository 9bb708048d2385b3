import { isBusinessDay, SYDNEY, VILNIUS } from '#core/time/business-time.ts';

const DAY_MS = 24 * 3600_000;

/** The day (2026-01-31) so many days later. */
export const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Whether banks here book on a day. They do not at weekends and on holidays; what is a holiday in one of the two
 * places counts as one for both, since one file has the accounts of both.
 */
export function isBankDay(day: string): boolean {
  const number = Date.parse(day) / DAY_MS;
  return isBusinessDay(number, VILNIUS) && isBusinessDay(number, SYDNEY);
}

/** The end of the first day from this one on for which a bank makes a statement, in milliseconds. */
export function expectedAfter(day: string): number {
  let booked = day;
  while (!isBankDay(booked)) booked = daysFrom(booked, 1);
  return Date.parse(daysFrom(booked, 1));
}
