import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatPrice } from '#core/money/format.ts';
import { session } from '#transport/session/session.ts';
import { ChartFoot } from '#ui/chart/chart-foot.tsx';
import { PriceTable } from '#ui/chart/price-table.tsx';
import css from './mould.module.css';
import type { KnownPrice } from './use-price-line.ts';

interface Props {
  readonly price: KnownPrice;
  readonly name: string;
}

/** The lowest and the highest price of the period, and all of them as a table. */
export function PriceExtremes({ price, name }: Props) {
  const { chosen, line, points, pending, currency } = price;
  const [asTable, setAsTable] = useState(false);
  const { timeZone } = useSnapshot(session);
  if (points.length === 0 && !pending) return null;
  const period = chosen.name.toLowerCase();
  return (
    <section className="card pad stack" aria-label="Range" aria-busy={pending}>
      <h2>Range, {period}</h2>
      <div className={pending ? css.unseen : undefined}>
        <ChartFoot
          line={line}
          textOf={(text) => formatPrice(text, currency)}
          of="prices"
          asTable={asTable}
          onTable={setAsTable}
        />
        {asTable && (
          <PriceTable
            of="Price"
            points={points}
            currency={currency}
            timeZone={timeZone}
            caption={`${name} price, ${period}`}
          />
        )}
        {currency !== 'USD' && (
          <p className="small muted">
            Past prices are converted to {currency} at today’s exchange rate.
          </p>
        )}
      </div>
    </section>
  );
}
