import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import type { DaySpan } from '#core/time/day-span.ts';
import css from './dates.module.css';

interface Props {
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Today, YYYY-MM-DD, in the account's time zone. */
  readonly today: string;
  readonly onChange: (span: Required<DaySpan>) => void;
}

/** Local midnight stands for the calendar's days, whatever the device's zone. */
const dateOf = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};
const dayOfDate = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

const names = new Intl.DateTimeFormat('en-GB', { month: 'long', day: 'numeric', year: 'numeric' });

/** The first press chooses one day, the second the other end of a range. */
export function RangeCalendar({ from, until, today, onChange }: Props) {
  const [anchor, setAnchor] = useState<string>();
  const [first, last] = [from ?? until, until ?? from];
  // A future end, such as that of a tax year, is not in the calendar.
  const near = last !== undefined && last < today ? last : today;
  const [shown, setShown] = useState({ near, month: dateOf(near) });
  // What is chosen beside the calendar turns its page.
  if (shown.near !== near) setShown({ near, month: dateOf(near) });
  return (
    <DayPicker
      className={css.calendar ?? ''}
      navLayout="around"
      weekStartsOn={1}
      startMonth={new Date(1970, 0)}
      endMonth={dateOf(today)}
      month={shown.month}
      onMonthChange={(month) => setShown({ near, month })}
      disabled={{ after: dateOf(today) }}
      modifiers={{
        selected: [from, until].filter((day) => day !== undefined).map(dateOf),
        ...(first !== undefined &&
          last !== undefined && { within: { from: dateOf(first), to: dateOf(last) } }),
      }}
      modifiersClassNames={{ within: css.within ?? '' }}
      // The accessible name begins with the visible text (WCAG 2.5.3).
      labels={{ labelDayButton: (date) => names.format(date) }}
      onDayClick={(date) => {
        const day = dayOfDate(date);
        const [start = day, end = day] = [anchor ?? day, day].sort();
        setAnchor(anchor === undefined ? day : undefined);
        onChange({ from: start, until: end });
      }}
    />
  );
}
