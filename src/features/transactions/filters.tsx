import { type Period, periodNames } from '#core/domain/period.ts';
import type { TypeFilter } from './history-filter.ts';
import css from './transactions.module.css';

/** TX-01: the chips in the order of the specification. */
export const typeFilters: readonly TypeFilter[] = ['All', 'Withdraw', 'Swap', 'Buy', 'Deposit'];

interface ChipsProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
  readonly onChoose: (option: T) => void;
}

export function Chips<T extends string>({ label, options, chosen, onChoose }: ChipsProps<T>) {
  return (
    <fieldset className="chips chips--scroll" aria-label={label}>
      {options.map((option) => (
        <button
          key={option}
          className="chip"
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
        >
          {option}
        </button>
      ))}
    </fieldset>
  );
}

interface Props {
  readonly type: TypeFilter;
  readonly period: Period;
  readonly onType: (type: TypeFilter) => void;
  readonly onPeriod: (period: Period) => void;
}

export const Filters = ({ type, period, onType, onPeriod }: Props) => (
  <div className={css.filters}>
    <Chips label="Type" options={typeFilters} chosen={type} onChoose={onType} />
    <Chips label="Period" options={periodNames} chosen={period} onChoose={onPeriod} />
  </div>
);
