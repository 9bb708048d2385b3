import { useState } from 'react';
import { periodNames } from '#core/time/period.ts';
import css from '#history/history.module.css';
import {
  between,
  choicesIn,
  type HistoryFilter,
  inLast,
  searching,
  typeFilters,
} from '#history/history-filter.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { Chips } from '#ui/forms/chips.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Glyph, path } from '#ui/marks/glyph.tsx';
import { DayField } from './day-field.tsx';

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9998-12-31';

interface Props {
  readonly filter: HistoryFilter;
  /** The number of listed transactions, in words. */
  readonly count: string;
  readonly onChange: (filter: HistoryFilter) => void;
}

const Choices = ({ filter, onChange }: Omit<Props, 'count'>) => (
  <>
    <Chips
      label="Type"
      options={typeFilters}
      chosen={filter.type}
      onChoose={(type) => onChange({ ...filter, type })}
    />
    <Chips
      label="Period"
      options={periodNames}
      chosen={filter.period}
      onChoose={(period) => onChange(inLast(filter, period))}
    />
    <fieldset className={css.days} aria-label="Dates">
      <DayField
        label="From"
        value={filter.from}
        min={FIRST_DAY}
        max={filter.until ?? LAST_DAY}
        onChange={(text) => onChange(between(filter, 'from', text))}
      />
      <DayField
        label="To"
        value={filter.until}
        min={filter.from ?? FIRST_DAY}
        max={LAST_DAY}
        onChange={(text) => onChange(between(filter, 'until', text))}
      />
    </fieldset>
  </>
);

/** A search and two choices: side by side with room, the choices in a sheet without. */
export function Filters({ filter, count, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const choices = choicesIn(filter);
  return (
    <search className={css.controls}>
      <SearchField
        label="Search transactions"
        value={filter.search ?? ''}
        onChange={(search) => onChange(searching(filter, search))}
      />
      <div className={css.choices}>
        <Choices filter={filter} onChange={onChange} />
      </div>
      <button
        className={`btn btn--secondary ${css.opens}`}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Glyph size="s">{path('M4.5 7h15M7.5 12h9M10.5 17h3')}</Glyph>
        Filter
        {choices > 0 && (
          <span className={css.chosen}>
            {choices}
            <span className="vh"> chosen</span>
          </span>
        )}
      </button>
      {open && (
        <Dialog title="Filter" sheet onClose={() => setOpen(false)}>
          <div className={css.sheet}>
            <Choices filter={filter} onChange={onChange} />
          </div>
          <p className="muted" role="status">
            {count}
          </p>
          <Button variant="primary" wide onClick={() => setOpen(false)}>
            Show
          </Button>
        </Dialog>
      )}
    </search>
  );
}
