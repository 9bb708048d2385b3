/**
 * Business days as the documents mean them (D39): Monday to Friday without Lithuanian public holidays, each
 * ending at 17:00 in Vilnius. What arrives later counts as received on the next one. Instants are in
 * milliseconds since 1970; a day is the number of days since then, on Vilnius' calendar.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * When a business day begins and ends, on Vilnius' clocks. The documents name the end only; offices open at
 * eight, and of two readings this one leaves less time.
 */
const OPENS = 8;
const CLOSES = 17;

type Day = number;

const dayOf = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month - 1, date) / DAY_MS;

const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear();

/** 0 is Sunday. */
const weekdayOf = (day: Day): number => new Date(day * DAY_MS).getUTCDay();

/** The first of that weekday on a day or after it. */
const firstFrom = (day: Day, weekday: number): Day => day + ((weekday - weekdayOf(day) + 7) % 7);

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Those that have the same date every year, as month and date (Labour Code, article 123). */
const FIXED = [
  ...([
    [1, 1],
    [2, 16],
    [3, 11],
    [5, 1],
    [6, 24],
    [7, 6],
    [8, 15],
  ] as const),
  ...([
    [11, 1],
    [11, 2],
    [12, 24],
    [12, 25],
    [12, 26],
  ] as const),
] as const;

const SUNDAY = 0;

function holidaysOf(year: number): ReadonlySet<Day> {
  const easter = easterOf(year);
  return new Set([
    ...FIXED.map(([month, date]) => dayOf(year, month, date)),
    easter,
    easter + 1,
    // Mother's Day and Father's Day.
    firstFrom(dayOf(year, 5, 1), SUNDAY),
    firstFrom(dayOf(year, 6, 1), SUNDAY),
  ]);
}

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidaysOf(yearOf(day)).has(day);
}

/** The instant at which summer time begins or ends: 1:00 UTC on the last Sunday of that month. */
const changeOf = (year: number, month: number): number =>
  firstFrom(dayOf(year, month, 25), SUNDAY) * DAY_MS + HOUR_MS;

/** How far Vilnius' clocks are ahead of UTC. */
function aheadAt(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  const summer = instant >= changeOf(year, 3) && instant < changeOf(year, 10);
  return (summer ? 3 : 2) * HOUR_MS;
}

export const vilniusDayOf = (instant: number): Day =>
  Math.floor((instant + aheadAt(instant)) / DAY_MS);

/** The instant at which a day's business ends. Clocks change at night, so the day has one answer. */
export function closeOf(day: Day): number {
  const noon = day * DAY_MS + 12 * HOUR_MS;
  return day * DAY_MS + CLOSES * HOUR_MS - aheadAt(noon);
}

const openOf = (day: Day): number => closeOf(day) - (CLOSES - OPENS) * HOUR_MS;

function nextBusinessDay(from: Day): Day {
  let day = from;
  while (!isBusinessDay(day)) day++;
  return day;
}

/** The business day on which something that arrives at this instant counts as received. */
export function receivedOn(instant: number): Day {
  const day = vilniusDayOf(instant);
  return nextBusinessDay(instant <= closeOf(day) ? day : day + 1);
}

/** The end of so many business days after the one on which something was received. */
export function businessDaysAfter(instant: number, days: number): number {
  let day = receivedOn(instant);
  for (let left = days; left > 0; left--) day = nextBusinessDay(day + 1);
  return closeOf(day);
}

/** So many business hours later: only what lies between opening and closing counts. */
export function businessHoursAfter(instant: number, hours: number): number {
  let day = receivedOn(instant);
  let from = Math.max(instant, openOf(day));
  let left = hours * HOUR_MS;
  while (left > closeOf(day) - from) {
    left -= closeOf(day) - from;
    day = nextBusinessDay(day + 1);
    from = openOf(day);
  }
  return from + left;
}

/**
 * The end of the last business day by then: what must be done by a moment that lies in a night or on a
 * holiday is done before it.
 */
export function lastCloseBy(limit: number): number {
  let day = vilniusDayOf(limit);
  while (!isBusinessDay(day) || closeOf(day) > limit) day--;
  return closeOf(day);
}

/** So many days later, by the end of business before that. */
export const daysAfter = (instant: number, days: number): number =>
  lastCloseBy(instant + days * DAY_MS);

/** A month later on the calendar, by the end of business before that: of 31 January, the end of February. */
export function monthAfter(instant: number): number {
  const at = new Date(vilniusDayOf(instant) * DAY_MS);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const last = dayOf(year, month + 2, 1) - 1;
  return lastCloseBy(closeOf(Math.min(dayOf(year, month + 1, at.getUTCDate()), last)));
}
