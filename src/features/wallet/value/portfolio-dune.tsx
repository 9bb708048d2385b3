import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { clockText } from '#core/time/clock-text.ts';
import { DUNE, Hill } from '#features/wallet/aside-frame.tsx';
import { useWalletView } from '#features/wallet/use-wallet-view.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { linePath, priceLine, readWorth } from '#ui/chart/price-line.ts';
import { Later } from '#ui/feedback/later.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './portfolio-dune.module.css';
import { knownOf, momentsOf, periodWords, untilNow } from './portfolio-points.ts';
import { keepPortfolio, noValues, period, portfolio } from './portfolio-state.ts';

/** The height of the line itself; its echoes are below it. */
const CREST = 44;
const echoes = [6, 12, 18, 24] as const;
/** The flat line when nothing is owned or to be shown. */
const HORIZON = `M0 ${DUNE.height / 2}H${DUNE.width}`;

/** The chart is as large as the list of assets, so it is loaded only when somebody opens it. */
const chart = async () => (await import('./portfolio-section.tsx')).PortfolioSection;

/**
 * The dune above the wallet is the line of the total value over time (EASE-18). Opening it shows the chart
 * and the table.
 */
export function PortfolioDune() {
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { data = noValues, asOf, source, failure } = useSnapshot(portfolio.known);
  const { range } = useSnapshot(period);
  const { state, money, view } = useWalletView();
  const online = useOnline();
  const masked = useMasked();
  useReload(keepPortfolio);

  const owned = money.currency === data.currency ? view.owned : undefined;
  const points = untilNow(knownOf(momentsOf(data, range)), owned, state.asOf);
  const line = masked ? undefined : priceLine(points, readWorth);
  const path = line ? linePath(line, points, DUNE.width, CREST) : HORIZON;
  const end = line?.places.at(-1);
  const aged = !online || source === 'snapshot';
  const unknown = !masked && asOf === undefined;
  const words =
    unknown && failure !== undefined
      ? 'Not loaded'
      : aged && asOf
        ? `From ${clockText(asOf, new Date(serverNow()))}`
        : periodWords[range];
  return (
    <section aria-label="Value over time">
      <div className={css.head}>
        <button
          className="textbtn"
          type="button"
          aria-expanded={isOpen}
          onClick={() => {
            setMissing(false);
            setOpen(!isOpen);
          }}
        >
          Value over time
        </button>
        {/* Other words are another element: they stand at another place, and do not move there. */}
        <p key={words} className="small muted num" translate="no">
          {words}
        </p>
      </div>
      {isMissing && (
        <p className="muted" role="alert">
          The chart could not be loaded. Try again with a connection.
        </p>
      )}
      {isOpen && !isMissing ? (
        <Later load={chart} soon onFailed={() => setMissing(true)} />
      ) : unknown ? (
        <Hill />
      ) : (
        <div className={css.ground}>
          <svg
            className={css.dune}
            viewBox={`0 0 ${DUNE.width} ${DUNE.height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {echoes.map((down, i) => (
              <path
                key={down}
                className={css.echo}
                d={path}
                transform={`translate(0 ${down})`}
                opacity={0.5 - i * 0.12}
              />
            ))}
            <path className={aged ? css.aged : undefined} d={path} />
          </svg>
          {end && (
            <span
              className={`${css.grain} ${aged ? css.hollow : ''}`}
              style={{ transform: `translateY(${end.y * CREST}px)` }}
            />
          )}
        </div>
      )}
    </section>
  );
}
