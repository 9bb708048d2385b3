import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PriceRange } from '#core/contract/market/price.ts';
import { isAssetCode } from '#core/money/currencies.ts';
import { formatPrice } from '#core/money/format.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import { clockText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { convertFromUsd, loadForex, rates } from '#transport/money/forex-rates.ts';
import { session } from '#transport/session/session.ts';
import { ChartFoot } from '#ui/chart/chart-foot.tsx';
import css from '#ui/chart/price-chart.module.css';
import { PriceChart } from '#ui/chart/price-chart.tsx';
import { moveOfDay, moveOver, type PricePoint, priceLine } from '#ui/chart/price-line.ts';
import { PriceMoveText } from '#ui/chart/price-move.tsx';
import { PeriodSwitch, periodOf } from '#ui/chart/price-periods.tsx';
import { PriceTable } from '#ui/chart/price-table.tsx';
import { Explained } from '#ui/feedback/explained.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { prices } from './price-state.ts';
import { usePrices } from './use-prices.ts';

interface Props {
  readonly code: string;
  readonly name: string;
  readonly holding: Holding | undefined;
  /** When the holding's price was read. */
  readonly asOf: Date | undefined;
  readonly currency: string;
  readonly online: boolean;
  /** Whether the holding's price is current. */
  readonly live: boolean;
}

function Trouble({ text, onRetry }: { text: string | undefined; onRetry: () => void }) {
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="alert" />
      <p className="grow">{text}</p>
      <button className="textbtn" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** An asset's price now and in the past, in the customer's currency. */
export function PriceSection(props: Props) {
  const { code, name, holding, asOf, currency, online, live } = props;
  const [range, setRange] = useState<PriceRange>('day');
  const [asTable, setAsTable] = useState(false);
  const { timeZone } = useSnapshot(session);
  const known = useSnapshot(rates);
  const loaded = useSnapshot(prices[range].known)[code];
  usePrices(code, range);

  const chosen = periodOf(range);
  const now = holding && convertFromUsd(holding.price, currency, known.rates);
  const past = (loaded?.data ?? []).flatMap(({ at, price }): PricePoint[] => {
    const converted = convertFromUsd(price, currency, known.rates);
    return converted === undefined ? [] : [{ at, price: converted }];
  });
  const newest = past.at(-1)?.at ?? 0;
  const points =
    now !== undefined && asOf && past.length > 0 && asOf.getTime() > newest
      ? [...past, { at: asOf.getTime(), price: now }]
      : past;
  // The content below the chart keeps its place while another range loads.
  const pending = points.length === 0 && online && loaded?.failure === undefined;
  const ofDay =
    range === 'day' && now !== undefined && holding?.change !== undefined
      ? moveOfDay(now, holding.change)
      : undefined;
  const move = ofDay ?? moveOver(points);
  const line = priceLine(points);
  const caption = `${name} price, ${chosen.name.toLowerCase()}`;
  return (
    <section className={`card pad stack ${css.section}`} aria-label="Price">
      <div>
        <div className={css.of}>
          {isAssetCode(code) && <Coin code={code} size={40} />}
          <p className="muted grow">{code} price</p>
          {asOf && now !== undefined && (
            <p className="cap num" translate="no">
              From {clockText(asOf, new Date(serverNow()))}
            </p>
          )}
        </div>
        <p className={`num ${css.price}`} translate="no">
          {now === undefined || !holding ? (
            'Not available yet'
          ) : (
            <Explained
              name="Price"
              of={async () => (await import('./explain-asset.ts')).explainPrice(holding, currency)}
            >
              {formatPrice(now, currency)}
            </Explained>
          )}
        </p>
      </div>
      {online && currency !== 'USD' && known.status === 'failed' ? (
        <Trouble text="Failed to load forex rates" onRetry={() => void loadForex()} />
      ) : line ? (
        <PriceChart
          key={range}
          label={`${name} price`}
          points={points}
          line={line}
          currency={currency}
          timeZone={timeZone}
          scale={chosen.scale}
          live={live}
          last={live ? 'Now' : undefined}
        >
          {move && (
            <PriceMoveText
              move={move}
              currency={currency}
              days={chosen.days}
              explain={async (shown) => {
                const { explainMove } = await import('./explain-asset.ts');
                const percent = holding?.change;
                return explainMove({
                  ...{ code, currency, shown, points },
                  ofDay:
                    ofDay && now !== undefined && percent !== undefined
                      ? { now, percent }
                      : undefined,
                });
              }}
            />
          )}
        </PriceChart>
      ) : points.length > 0 ? (
        <p className="muted">There are no prices for this period yet.</p>
      ) : !online ? (
        <p className="muted" role="status">
          You’re offline. The price chart will load when the connection is back.
        </p>
      ) : loaded?.failure !== undefined ? (
        <Trouble text={loaded.failure} onRetry={() => void prices[range].anew(code)} />
      ) : (
        <div className="page-skeleton" role="status">
          <span className="vh">Loading prices...</span>
          <span className={`skel ${css.skeleton}`} />
        </div>
      )}
      <PeriodSwitch range={range} onChange={setRange} />
      {(points.length > 0 || pending) && (
        <div className={pending ? css.unseen : undefined}>
          <ChartFoot
            line={line}
            textOf={(price) => formatPrice(price, currency)}
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
              caption={caption}
            />
          )}
          {currency !== 'USD' && (
            <p className="small muted">
              Past prices are converted to {currency} at today’s exchange rate.
            </p>
          )}
        </div>
      )}
    </section>
  );
}
