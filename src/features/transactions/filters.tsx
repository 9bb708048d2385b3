import { type Period, periodNames } from '#core/domain/period.ts';
import { Chips } from '#ui/chips.tsx';
import type { TypeFilter } from './history-filter.ts';
import css from './transactions.module.css';

/** TX-01: the chips in the order of the specification. */
export const typeFilters: readonly TypeFilter[] = ['All', 'Withdraw', 'Swap', 'Buy', 'Deposit'];

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
