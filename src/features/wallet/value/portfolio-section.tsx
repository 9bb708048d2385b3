import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatFiat } from '#core/money/format.ts';
import { clockText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { ChartFoot } from '#ui/chart/chart-foot.tsx';
import css from '#ui/chart/price-chart.module.css';
import { PriceChart } from '#ui/chart/price-chart.tsx';
import { moveOver, priceLine, readWorth } from '#ui/chart/price-line.ts';
import { PriceMoveText } from '#ui/chart/price-move.tsx';
import { PeriodSwitch, periodOf } from '#ui/chart/price-periods.tsx';
import { PriceTable } from '#ui/chart/price-table.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { knownOf, momentsOf } from './portfolio-points.ts';
import { noValues, period, portfolio } from './portfolio-state.ts';

/** The total value over time, at the prices and exchange rates of each moment (INS-01). */
export function PortfolioSection() {
  const [asTable, setAsTable] = useState(false);
  const { timeZone } = useSnapshot(session);
  const { data = noValues, asOf, source, failure } = useSnapshot(portfolio.known);
  const { range } = useSnapshot(period);
  const masked = useMasked();
  const online = useOnline();

  const { currency } = data;
  const isCopy = source === 'snapshot';
  const chosen = periodOf(range);
  const all = momentsOf(data, range);
  const points = knownOf(all);
  const unknown = all.length - points.length;
  const line = priceLine(points, readWorth);
  const move = moveOver(points);
  const caption = `Value of everything, ${chosen.name.toLowerCase()}`;
  return (
    <div className={`card pad stack ${css.section}`}>
      {masked ? (
        <p className="muted">Your balances are hidden.</p>
      ) : line ? (
        <PriceChart
          key={range}
          label="Value of everything"
          points={points}
          line={line}
          currency={currency}
          timeZone={timeZone}
          scale={chosen.scale}
          live={online && !isCopy}
        >
          {move && (
            <PriceMoveText
              move={move}
              currency={currency}
              days={chosen.days}
              explain={async (shown) =>
                (await import('./explain-past.ts')).explainPast(points, currency, shown)
              }
            />
          )}
        </PriceChart>
      ) : asOf ? (
        <p className="muted">There is no past to show for this period yet.</p>
      ) : failure === undefined ? (
        <div className="page-skeleton" role="status">
          <span className="vh">Loading...</span>
          <span className={`skel ${css.skeleton}`} />
        </div>
      ) : (
        <p className="muted" role="status">
          {online ? failure : 'You’re offline. The chart will load when the connection is back.'}
          {online && (
            <button className="textbtn" type="button" onClick={() => void portfolio.anew()}>
              Try again
            </button>
          )}
        </p>
      )}
      {!masked && (
        <>
          <PeriodSwitch
            range={range}
            onChange={(wanted) => {
              period.range = wanted;
            }}
          />
          {line && (
            <div>
              <ChartFoot
                line={line}
                textOf={(value) => formatFiat(value, currency)}
                of="values"
                asTable={asTable}
                onTable={setAsTable}
              />
              {asTable && (
                <PriceTable {...{ of: 'Value', points: all, currency, timeZone, caption }} />
              )}
              <p className="small muted">
                Everything you own, also on hold, at the prices and exchange rates of the time.
                Money you add or take out moves it, too.
                {unknown > 0 &&
                  ` ${unknown === 1 ? 'One moment is' : `${unknown} moments are`} left out: no price or exchange rate of then is known.`}
                {isCopy && asOf && ` From ${clockText(asOf, new Date(serverNow()))}.`}
              </p>
            </div>
          )}
        </>
      )}
    </div>
  );
}
