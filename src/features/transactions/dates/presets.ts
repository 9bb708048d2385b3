import { dayIn } from '#core/time/date-text.ts';
import { periodNames } from '#core/time/period.ts';
import { daysText, dayText } from '#core/time/typed-day.ts';
import type { HistoryFilter } from '#history/history-filter.ts';

/** What of a filter is about time: a period that ends now, or a range of days. */
export type Dates = Pick<HistoryFilter, 'period' | 'from' | 'until'>;

export interface Preset {
  readonly name: string;
  readonly dates: Dates;
}

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** The days from one day up to the one before another, both with a zero-based month that may be out of range. */
const span = (year: number, month: number, months: number): Dates => ({
  period: 'All time',
  from: day(year, month, 1),
  until: day(year, month + months, 0),
});

/** TX-01’s periods, and the spans one thinks in (EYE-04). `isJuly`: the market’s tax year begins in July. */
export function presetsAt(now: number, timeZone: string, isJuly: boolean): readonly Preset[] {
  const [year = 0, month = 1] = dayIn(timeZone, now).split('-').map(Number);
  const first = isJuly ? 6 : 0;
  const present = month - 1 < first ? year - 1 : year;
  return [
    ...periodNames.map((period) => ({ name: period, dates: { period } })),
    { name: 'Last month', dates: span(year, month - 2, 1) },
    { name: 'This tax year', dates: span(present, first, 12) },
    { name: 'Last tax year', dates: span(present - 1, first, 12) },
  ];
}

/** The preset that means these dates: never more than one, and none beside days that were chosen otherwise. */
export const presetOf = (dates: Dates, presets: readonly Preset[]): Preset | undefined =>
  presets.find(
    ({ dates: { period, from, until } }) =>
      period === dates.period && from === dates.from && until === dates.until,
  );

/** The dates in words, as short as they can be told. */
export function datesText(dates: Dates, presets: readonly Preset[]): string {
  const preset = presetOf(dates, presets);
  const { period, from, until } = dates;
  if (preset) return preset.name;
  if (from !== undefined && until !== undefined) return daysText(from, until);
  if (from !== undefined) return `From ${dayText(from)}`;
  return until === undefined ? period : `Until ${dayText(until)}`;
}
