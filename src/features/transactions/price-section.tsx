import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PriceRange } from '#core/contract/price.ts';
import { clockText } from '#core/domain/clock-text.ts';
import { isAssetCode } from '#core/domain/currencies.ts';
import { formatInstant } from '#core/domain/date-text.ts';
import { fiatSymbol, formatDecimal, formatPrice } from '#core/domain/format.ts';
import type { Holding } from '#core/domain/portfolio.ts';
import { serverNow } from '#platform/clock.ts';
import { convertFromUsd, loadForex, rates } from '#transport/forex.ts';
import { session } from '#transport/session.ts';
import { Change } from '#ui/change.tsx';
import { Coin } from '#ui/coin.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './price-chart.module.css';
import { PriceChart } from './price-chart.tsx';
import {
  moveOfDay,
  moveOver,
  type PriceMove,
  type PricePoint,
  priceLine,
  spanText,
} from './price-line.ts';
import { loadPrices, prices, pricesKey } from './price-state.ts';
import { usePrices } from './use-prices.ts';

const ranges: readonly {
  readonly range: PriceRange;
  readonly short: string;
  readonly name: string;
  readonly scale: 'hour' | 'day' | 'month';
  /** Its length, if it has one. */
  readonly days?: number;
}[] = [
  { range: 'day', short: '1D', name: 'One day', scale: 'hour', days: 1 },
  { range: 'week', short: '1W', name: 'One week', scale: 'day', days: 7 },
  { range: 'month', short: '1M', name: 'One month', scale: 'day', days: 30 },
  { range: 'year', short: '1Y', name: 'One year', scale: 'month', days: 365 },
  { range: 'all', short: 'All', name: 'All time', scale: 'month' },
];

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

interface TableProps {
  readonly points: readonly PricePoint[];
  readonly currency: string;
  readonly timeZone: string;
  readonly caption: string;
}

function PriceTable({ points, currency, timeZone, caption }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={css.table} tabIndex={0} aria-label={caption}>
      <table>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, price }) => (
            <tr key={at}>
              <td>{formatInstant(at, timeZone, serverNow())}</td>
              <td className="num">{formatPrice(price, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MoveProps {
  readonly move: PriceMove;
  readonly currency: string;
  /** How many days were asked for. */
  readonly days: number | undefined;
}

/** How far the price moved over the time actually covered, with the decimals of the price. */
function Move({ move, currency, days }: MoveProps) {
  const digits = move.small ? 4 : 2;
  const size = formatDecimal(move.amount.replace('-', ''), digits, digits);
  const sign = /[1-9]/.test(size) ? (move.amount.startsWith('-') ? '\u2212' : '+') : '';
  return (
    <>
      {sign}
      {fiatSymbol(currency)}
      {size} · <Change percent={move.percent} /> in {spanText(move.spanMs, days)}
    </>
  );
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
  const loaded = useSnapshot(prices)[pricesKey(code, range)];
  usePrices(code, range);

  const chosen = ranges.find((one) => one.range === range);
  const now = holding && convertFromUsd(holding.price, currency, known.rates);
  const past = (loaded?.points ?? []).flatMap(({ at, price }): PricePoint[] => {
    const converted = convertFromUsd(price, currency, known.rates);
    return converted === undefined ? [] : [{ at, price: converted }];
  });
  const newest = past.at(-1)?.at ?? 0;
  const points =
    now !== undefined && asOf && past.length > 0 && asOf.getTime() > newest
      ? [...past, { at: asOf.getTime(), price: now }]
      : past;
  // What stands below the chart keeps its place while another range is loading.
  const pending = points.length === 0 && online && loaded?.status !== 'failed';
  const ofDay =
    range === 'day' && now !== undefined && holding?.change !== undefined
      ? moveOfDay(now, holding.change)
      : undefined;
  const move = ofDay ?? moveOver(points);
  const line = priceLine(points);
  const caption = `${name} price, ${chosen?.name.toLowerCase()}`;
  return (
    <section className={`card pad stack ${css.section}`} aria-label="Price">
      <div>
        <div className={css.of}>
          {isAssetCode(code) && <Coin code={code} size={40} />}
          <p className="muted grow">{code} price</p>
          {asOf && now !== undefined && (
            <p className="cap num">At {clockText(asOf, new Date(serverNow()))}</p>
          )}
        </div>
        <p className={`num ${css.price}`}>
          {now === undefined ? 'Not available yet' : formatPrice(now, currency)}
        </p>
      </div>
      {online && currency !== 'USD' && known.status === 'failed' ? (
        <Trouble text="Failed to load forex rates" onRetry={() => void loadForex()} />
      ) : line ? (
        <PriceChart
          key={range}
          name={name}
          points={points}
          line={line}
          currency={currency}
          timeZone={timeZone}
          scale={chosen?.scale ?? 'day'}
          live={live}
        >
          {move && <Move move={move} currency={currency} days={chosen?.days} />}
        </PriceChart>
      ) : points.length > 0 ? (
        <p className="muted">There are no prices for this period yet.</p>
      ) : !online ? (
        <p className="muted" role="status">
          You’re offline. The price chart will load when the connection is back.
        </p>
      ) : loaded?.status === 'failed' ? (
        <Trouble text={loaded.failure} onRetry={() => void loadPrices(code, range)} />
      ) : (
        <div className="page-skeleton" role="status">
          <span className="vh">Loading prices...</span>
          <span className={`skel ${css.skeleton}`} />
        </div>
      )}
      <fieldset className="seg" aria-label="Period">
        {ranges.map((one) => (
          <button
            key={one.range}
            type="button"
            aria-pressed={one.range === range}
            aria-label={`${one.short}, ${one.name.toLowerCase()}`}
            onClick={() => setRange(one.range)}
          >
            {one.short}
          </button>
        ))}
      </fieldset>
      {(points.length > 0 || pending) && (
        <div className={pending ? css.unseen : undefined}>
          <div className={css.foot}>
            <p className="small muted">
              {line && (
                <>
                  <span>
                    Low <span className="num">{formatPrice(line.low.price, currency)}</span>
                  </span>
                  <span>
                    High <span className="num">{formatPrice(line.high.price, currency)}</span>
                  </span>
                </>
              )}
            </p>
            <button
              className="textbtn"
              type="button"
              aria-expanded={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              Table<span className="vh"> of the prices</span>
            </button>
          </div>
          {asTable && (
            <PriceTable points={points} currency={currency} timeZone={timeZone} caption={caption} />
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
