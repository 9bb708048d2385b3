import { DayPicker } from 'react-day-picker';
import css from './birth-calendar.module.css';

interface Props {
  /** YYYY-MM-DD, or anything else while nothing is chosen. */
  readonly value: string;
  readonly today: string;
  readonly onPick: (date: string) => void;
}

const dateOf = (text: string): Date | undefined => {
  const [year, month, day] = text.split('-').map(Number);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && year && month && day
    ? new Date(year, month - 1, day)
    : undefined;
};

const textOf = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

const dayName = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** The calendar opens at an age of about thirty, a likely one. */
const LIKELY_AGE = 30;

/** The year to open the calendar at: the typed one, else a likely one. */
function likelyYear(value: string, latest: Date): number {
  const typed = Number(/^\d{4}/.exec(value)?.[0]);
  return typed >= 1900 && typed <= latest.getFullYear() ? typed : latest.getFullYear() - LIKELY_AGE;
}

/** The calendar of AUTH-04: from 1900 to today, years and months by list, days by keyboard too. */
export function BirthCalendar({ value, today, onPick }: Props) {
  const chosen = dateOf(value);
  const latest = dateOf(today) ?? new Date();
  return (
    <DayPicker
      mode="single"
      required
      className={css.calendar ?? ''}
      captionLayout="dropdown"
      navLayout="around"
      weekStartsOn={1}
      startMonth={new Date(1900, 0)}
      endMonth={latest}
      disabled={{ after: latest }}
      defaultMonth={chosen ?? new Date(likelyYear(value, latest), 0)}
      selected={chosen}
      // The accessible name begins with the visible text (WCAG 2.5.3).
      labels={{ labelDayButton: (date) => dayName.format(date) }}
      onSelect={(date: Date) => onPick(textOf(date))}
    />
  );
}
