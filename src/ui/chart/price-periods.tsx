import type { PriceRange } from '#core/contract/market/price.ts';

interface Period {
  readonly range: PriceRange;
  readonly short: string;
  readonly name: string;
  readonly scale: 'hour' | 'day' | 'month';
  /** Its length, if it has one. */
  readonly days?: number;
}

const day = { range: 'day', short: '1D', name: 'One day', scale: 'hour', days: 1 } as const;
const periods: readonly Period[] = [
  day,
  { range: 'week', short: '1W', name: 'One week', scale: 'day', days: 7 },
  { range: 'month', short: '1M', name: 'One month', scale: 'day', days: 30 },
  { range: 'year', short: '1Y', name: 'One year', scale: 'month', days: 365 },
  { range: 'all', short: 'All', name: 'All time', scale: 'month' },
];

export const periodOf = (range: PriceRange): Period =>
  periods.find((one) => one.range === range) ?? day;

/** The buttons that choose a chart's period. */
export function PeriodSwitch({
  range,
  onChange,
}: {
  readonly range: PriceRange;
  readonly onChange: (range: PriceRange) => void;
}) {
  return (
    <fieldset className="seg" aria-label="Period">
      {periods.map((one) => (
        <button
          key={one.range}
          type="button"
          aria-pressed={one.range === range}
          aria-label={`${one.short}, ${one.name.toLowerCase()}`}
          onClick={() => onChange(one.range)}
        >
          {one.short}
        </button>
      ))}
    </fieldset>
  );
}
