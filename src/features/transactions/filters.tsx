import { useState } from 'react';
import css from '#history/history.module.css';
import {
  type HistoryFilter,
  isOfAllTime,
  searching,
  typeFilters,
} from '#history/history-filter.ts';
import { Chips } from '#ui/forms/chips.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { DatesDialog } from './dates/dates-dialog.tsx';
import { datesText, type Preset } from './dates/presets.ts';

interface Props {
  readonly filter: HistoryFilter;
  readonly presets: readonly Preset[];
  readonly timeZone: string;
  /** How many transactions a filter shows; undefined while not all are known. */
  readonly countOf: ((filter: HistoryFilter) => number) | undefined;
  readonly onChange: (filter: HistoryFilter) => void;
}

/** What narrows the list, each thing once: words, a type, and dates (EYE-04). */
export function Filters({ filter, presets, timeZone, countOf, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const { type, search } = filter;
  return (
    <search className={css.controls}>
      <SearchField
        label="Search transactions"
        value={search ?? ''}
        onChange={(words) => onChange(searching(filter, words))}
      />
      <Chips
        label="Type"
        options={typeFilters}
        chosen={type}
        countOf={(one) => countOf?.({ ...filter, type: one })}
        onChoose={(one) => onChange({ ...filter, type: one })}
      />
      <button
        className={`chip ${css.opens}`}
        type="button"
        aria-haspopup="dialog"
        data-chosen={!isOfAllTime(filter) || undefined}
        onClick={() => setOpen(true)}
      >
        <PageIcon name="calendar" size="xs" />
        <span className="vh">Dates: </span>
        {datesText(filter, presets)}
        <PageIcon name="chev" size="xs" />
      </button>
      {open && (
        <DatesDialog
          dates={filter}
          presets={presets}
          timeZone={timeZone}
          countOf={
            countOf &&
            ((dates) => countOf({ type, ...dates, ...(search !== undefined && { search }) }))
          }
          onChoose={(dates) => {
            setOpen(false);
            onChange({ type, ...dates, ...(search !== undefined && { search }) });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </search>
  );
}
