import { lazy, Suspense, useState } from 'react';
import { dayIn } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import css from './dates.module.css';
import { DayField } from './day-field.tsx';
import { type Dates, datesText, type Preset, presetOf } from './presets.ts';

const RangeCalendar = lazy(async () => ({
  default: (await import('./range-calendar.tsx')).RangeCalendar,
}));

interface Props {
  readonly dates: Dates;
  readonly presets: readonly Preset[];
  readonly timeZone: string;
  /** How many transactions there are of some dates; undefined while not all are known. */
  readonly countOf: ((dates: Dates) => number) | undefined;
  readonly onChoose: (dates: Dates) => void;
  readonly onClose: () => void;
}

const ofDays = (from: string | undefined, until: string | undefined): Dates => ({
  period: 'All time',
  ...(from !== undefined && { from }),
  ...(until !== undefined && { until }),
});

const transactions = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'transaction' : 'transactions'}`;

/** Prepares a period or a range of days; the list follows when it is shown (EYE-04). */
export function DatesDialog({ dates, presets, timeZone, countOf, onChoose, onClose }: Props) {
  const [wanted, setWanted] = useState(dates);
  const chosen = presetOf(wanted, presets);
  const count = countOf?.(wanted);
  const { from, until } = wanted;
  const isBackwards = from !== undefined && until !== undefined && from > until;
  const show = (): void => {
    if (!isBackwards) onChoose(wanted);
  };
  return (
    <Dialog title="Dates" sheet onClose={onClose}>
      <div className={css.dates}>
        <fieldset className={css.presets} aria-label="Period">
          {presets.map(({ name, dates: of }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen?.name}
              onClick={() => setWanted(of)}
            >
              {name}
              {countOf && (
                <span className="num" aria-hidden="true">
                  {countOf(of).toLocaleString('en-US')}
                </span>
              )}
            </button>
          ))}
        </fieldset>
        <div className={css.own}>
          <fieldset className={css.days} aria-label="Days">
            <DayField
              label="From"
              value={from}
              onChange={(day) => setWanted(ofDays(day, until))}
              onEnter={show}
            />
            <DayField
              label="To"
              value={until}
              onChange={(day) => setWanted(ofDays(from, day))}
              onEnter={show}
            />
          </fieldset>
          <Suspense fallback={<div className={css.calendar} />}>
            <RangeCalendar
              from={from}
              until={until}
              today={dayIn(timeZone, serverNow())}
              onChange={(span) => setWanted(ofDays(span.from, span.until))}
            />
          </Suspense>
        </div>
      </div>
      <div className={css.foot}>
        <p role="status" aria-label="Chosen">
          <b>{datesText(wanted, presets)}</b>
          {count !== undefined && <span className="muted">{transactions(count)}</span>}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabledReason={isBackwards ? 'The first day comes after the last.' : undefined}
          onClick={show}
        >
          {count === undefined ? 'Show' : `Show ${count.toLocaleString('en-US')}`}
        </Button>
      </div>
    </Dialog>
  );
}
