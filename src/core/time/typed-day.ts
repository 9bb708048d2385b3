import { dayOf } from './day-span.ts';

const MONTHS = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun'],
  ...['jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
];

function monthNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return text.length < 3 ? 0 : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

/**
 * The day YYYY-MM-DD that somebody typed: 2026-10-01, 1/10/2026, 1.10.2026, 1 Oct 2026 or Oct 1, 2026. In numbers alone
 * the day comes first, as in all our markets; undefined if it is no day, or not all of it yet.
 */
export function typedDay(text: string): string | undefined {
  const typed = text.trim();
  if (/^\d{4}-/.test(typed)) return dayOf(typed);
  const [, first = '', second = '', year = ''] =
    /^([a-z]+|\d{1,2})[\s./-]+([a-z]+|\d{1,2})\.?,?[\s./-]+(\d{4})$/i.exec(typed) ?? [];
  const [day, month] = /^\d/.test(first) ? [first, second] : [second, first];
  if (!/^\d/.test(day)) return undefined;
  const two = (number: number): string => String(number).padStart(2, '0');
  return dayOf(`${year}-${two(monthNumber(month))}-${two(Number(day))}`);
}

const days = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const instant = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** 'Oct 1, 2026', of a day YYYY-MM-DD. */
export const dayText = (day: string): string => days.format(instant(day));

/** 'Oct 1 – 31, 2026'; the engines' thin spaces become common ones. */
export const daysText = (from: string, until: string): string =>
  days.formatRange(instant(from), instant(until)).replace(/[\u2009\u202f]/g, ' ');
