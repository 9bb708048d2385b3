import { periodNames } from '#core/domain/period.ts';
import { Chips } from '#ui/chips.tsx';
import { type HistoryFilter, typeFilters } from './history-filter.ts';
import css from './transactions.module.css';

interface Props {
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
}

export const Filters = ({ filter, onChange }: Props) => (
  <div className={css.filters}>
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
      onChoose={(period) => onChange({ ...filter, period })}
    />
  </div>
);
