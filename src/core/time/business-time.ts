/**
 * Business days: Monday to Friday without the public holidays of a place, each ending at 17:00 there. The
 * default is Vilnius, which the documents mean (D39); Sydney is used for reports to AUSTRAC (KEEP-13).
 * Instants are in milliseconds since 1970; a day is the number of days since then in the calendar of the
 * place.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * When a business day begins and ends, by the clocks of its place. The documents name only the end. Eight
 * o'clock is our reading for the start: it gives us less time than a later one. The same hours apply for
 * AUSTRAC, which names none.
 */
const OPENS = 8;
const CLOSES = 17;

type Day = number;

const SUNDAY = 0;
const MONDAY = 1;

/** By how many days a holiday moves if it falls on a Saturday or a Sunday. */
interface Moved {
  readonly saturday: number;
  readonly sunday: number;
}

type Holiday =
  | { readonly on: 'date'; readonly month: number; readonly date: number; readonly moved?: Moved }
  /** Declared for a single year. */
  | { readonly on: 'once'; readonly year: number; readonly month: number; readonly date: number }
  /** So many days after Easter Sunday; negative: before it. */
  | { readonly on: 'easter'; readonly days: number }
  /** The nth weekday of a month. */
  | {
      readonly on: 'weekday';
      readonly month: number;
      readonly nth: number;
      readonly weekday: number;
    };

/** When clocks change: on the first such weekday from a date on, so many hours after 0:00 UTC. */
interface ClockChange {
  readonly month: number;
  readonly from: number;
  readonly hours: number;
}

export interface Calendar {
  /** Hours ahead of UTC in winter; one more in summer. */
  readonly ahead: number;
  readonly summer: ClockChange;
  readonly winter: ClockChange;
  readonly holidays: readonly Holiday[];
  /**
   * The first day that counts. `received`: what arrives after 17:00 or on a free day counts as received on
   * the next business day. `day`: counting starts after the day of the event, whatever day that is.
   */
  readonly counts: 'received' | 'day';
}

const onDates = (dates: readonly (readonly [month: number, date: number])[]): readonly Holiday[] =>
  dates.map(([month, date]) => ({ on: 'date', month, date }));

const LITHUANIAN_DATES = [
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

/** Lithuania (Labour Code, article 123). Clocks change at 1:00 UTC on the last Sundays of March and October. */
export const VILNIUS: Calendar = {
  ahead: 2,
  summer: { month: 3, from: 25, hours: 1 },
  winter: { month: 10, from: 25, hours: 1 },
  holidays: [
    ...onDates(LITHUANIAN_DATES),
    { on: 'easter', days: 0 },
    { on: 'easter', days: 1 },
    // Mother's Day and Father's Day.
    { on: 'weekday', month: 5, nth: 1, weekday: SUNDAY },
    { on: 'weekday', month: 6, nth: 1, weekday: SUNDAY },
  ],
  counts: 'received',
};

/** A holiday on a weekend moves to Monday. */
const TO_MONDAY: Moved = { saturday: 2, sunday: 1 };
/** Of two holidays in a row, each moves to a weekday of its own after the weekend. */
const BY_TWO: Moved = { saturday: 2, sunday: 2 };

/**
 * New South Wales (Public Holidays Act 2010). A holiday on a weekend also stays one on its own day, which
 * changes nothing here, because a weekend has no business days. Left out are the banks' own holiday in August
 * and holidays declared after this was written: without them a deadline ends earlier, which breaks no law.
 * Clocks change at 16:00 UTC on the Saturdays before the first Sundays of October and April.
 */
export const SYDNEY: Calendar = {
  ahead: 10,
  summer: { month: 10, from: 1, hours: -8 },
  winter: { month: 4, from: 1, hours: -8 },
  holidays: [
    { on: 'date', month: 1, date: 1, moved: TO_MONDAY },
    // Australia Day.
    { on: 'date', month: 1, date: 26, moved: TO_MONDAY },
    // Good Friday and Easter Monday; the days between are a weekend.
    { on: 'easter', days: -2 },
    { on: 'easter', days: 1 },
    // Anzac Day, which does not move, and the Mondays after it that an order of 2026 added.
    { on: 'date', month: 4, date: 25 },
    { on: 'once', year: 2026, month: 4, date: 27 },
    { on: 'once', year: 2027, month: 4, date: 26 },
    // The King's Birthday and Labour Day.
    { on: 'weekday', month: 6, nth: 2, weekday: MONDAY },
    { on: 'weekday', month: 10, nth: 1, weekday: MONDAY },
    { on: 'date', month: 12, date: 25, moved: BY_TWO },
    { on: 'date', month: 12, date: 26, moved: BY_TWO },
  ],
  counts: 'day',
};

const dayOf = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month - 1, date) / DAY_MS;

const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear();

/** 0 is Sunday. */
const weekdayOf = (day: Day): number => new Date(day * DAY_MS).getUTCDay();

/** The first such weekday on or after a day. */
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

/** The days on which a holiday is no business day in a year. */
function daysOf(holiday: Holiday, year: number): readonly Day[] {
  switch (holiday.on) {
    case 'once':
      return holiday.year === year ? [dayOf(year, holiday.month, holiday.date)] : [];
    case 'easter':
      return [easterOf(year) + holiday.days];
    case 'weekday': {
      const { month, nth, weekday } = holiday;
      return [firstFrom(dayOf(year, month, 1), weekday) + 7 * (nth - 1)];
    }
    case 'date': {
      const day = dayOf(year, holiday.month, holiday.date);
      const weekday = weekdayOf(day);
      const { saturday = 0, sunday = 0 } = holiday.moved ?? {};
      return [day + (weekday === 6 ? saturday : weekday === SUNDAY ? sunday : 0)];
    }
  }
}

const holidaysOf = ({ holidays }: Calendar, year: number): ReadonlySet<Day> =>
  new Set(holidays.flatMap((holiday) => daysOf(holiday, year)));

export function isBusinessDay(day: Day, calendar: Calendar = VILNIUS): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidaysOf(calendar, yearOf(day)).has(day);
}

const changeOf = (year: number, { month, from, hours }: ClockChange): number =>
  firstFrom(dayOf(year, month, from), SUNDAY) * DAY_MS + hours * HOUR_MS;

/** How far the clocks of a place are ahead of UTC. */
function aheadAt(instant: number, { ahead, summer, winter }: Calendar): number {
  const year = new Date(instant).getUTCFullYear();
  const [begins, ends] = [changeOf(year, summer), changeOf(year, winter)];
  // South of the equator, summer is at both ends of the year.
  const isSummer =
    begins < ends ? instant >= begins && instant < ends : instant >= begins || instant < ends;
  return (ahead + (isSummer ? 1 : 0)) * HOUR_MS;
}

/** The day at a place, at an instant. */
export const localDayOf = (instant: number, calendar: Calendar = VILNIUS): Day =>
  Math.floor((instant + aheadAt(instant, calendar)) / DAY_MS);

/** When business ends on a day. Clocks change at night, so this is never ambiguous. */
export function closeOf(day: Day, calendar: Calendar = VILNIUS): number {
  const noon = day * DAY_MS + (12 - calendar.ahead) * HOUR_MS;
  return day * DAY_MS + CLOSES * HOUR_MS - aheadAt(noon, calendar);
}

const openOf = (day: Day): number => closeOf(day) - (CLOSES - OPENS) * HOUR_MS;

function nextBusinessDay(from: Day, calendar: Calendar = VILNIUS): Day {
  let day = from;
  while (!isBusinessDay(day, calendar)) day++;
  return day;
}

/** The business day of Vilnius on which something that arrives at this instant counts as received. */
export function receivedOn(instant: number): Day {
  const day = localDayOf(instant);
  return nextBusinessDay(instant <= closeOf(day) ? day : day + 1);
}

/** The end of the nth business day after the event. */
export function businessDaysAfter(
  instant: number,
  days: number,
  calendar: Calendar = VILNIUS,
): number {
  let day = calendar.counts === 'received' ? receivedOn(instant) : localDayOf(instant, calendar);
  for (let left = days; left > 0; left--) day = nextBusinessDay(day + 1, calendar);
  return closeOf(day, calendar);
}

/** The moment after so many business hours: only time between opening and closing counts. */
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
 * The end of the last business day before a limit: what is due at night or on a holiday must be done before
 * it.
 */
export function lastCloseBy(limit: number): number {
  let day = localDayOf(limit);
  while (!isBusinessDay(day) || closeOf(day) > limit) day--;
  return closeOf(day);
}

/** The end of the last business day within so many days. */
export const daysAfter = (instant: number, days: number): number =>
  lastCloseBy(instant + days * DAY_MS);

/**
 * The end of the last business day within a calendar month; a month after 31 January is the end of February.
 */
export function monthAfter(instant: number): number {
  const at = new Date(localDayOf(instant) * DAY_MS);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const last = dayOf(year, month + 2, 1) - 1;
  return lastCloseBy(closeOf(Math.min(dayOf(year, month + 1, at.getUTCDate()), last)));
}
