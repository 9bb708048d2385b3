import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { isZero } from '#core/statement/portfolio.ts';
import { useWalletView } from '#features/wallet/use-wallet-view.ts';
import { priceLine, readWorth } from '#ui/chart/price-line.ts';
import { Later } from '#ui/feedback/later.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { DUNE, type Dune, duneOf } from './dune-path.ts';
import { Hill } from './hill.tsx';
import { past } from './past.ts';
import css from './portfolio-dune.module.css';
import { knownOf, momentsOf, periodWords, untilNow } from './portfolio-points.ts';
import { keepPortfolio, noValues, period, portfolio } from './portfolio-state.ts';

/** The chart is as large as the list of assets, so it is loaded only when somebody opens it. */
const chart = async () => (await import('./portfolio-section.tsx')).PortfolioSection;

function Drawn({ dune, aged }: { readonly dune: Dune; readonly aged: boolean }) {
  return (
    <div className={css.dune} aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${DUNE.width} ${DUNE.height}`}
        preserveAspectRatio="none"
      >
        <path className={css.body} d={dune.body} />
        {dune.layers.map(({ path, opacity }) => (
          <path key={opacity} className={css.layer} d={path} opacity={opacity} />
        ))}
        <path className={`${css.ridge} ${aged ? css.aged : ''}`} d={dune.ridge} data-ridge="" />
      </svg>
      <svg
        className={css.lee}
        aria-hidden="true"
        viewBox={`0 0 100 ${DUNE.height}`}
        preserveAspectRatio="none"
      >
        <path className={css.body} d={dune.leeBody} />
        {dune.layers.map(({ lee, opacity }) => (
          <path key={opacity} className={css.layer} d={lee} opacity={opacity} />
        ))}
        <path className={css.layer} d={dune.lee} />
      </svg>
      <span
        className={`${css.grain} ${aged ? css.hollow : ''}`}
        style={{ transform: `translateY(calc(${dune.end} * var(--dune-height)))` }}
      />
    </div>
  );
}

/** Flat sand; with a horizon where nothing is owned, and without any line where it is hidden. */
const Flat = ({ hidden }: { readonly hidden: boolean }) => (
  <div className={css.dune} aria-hidden="true">
    <div className={`${css.ground} ${hidden ? '' : css.horizon}`} />
  </div>
);

/**
 * The ground on which the money stands: its ridge is the line of the total value over time, which ends in today's grain
 * (EYE-03). Opened, it is the chart and the table (EASE-18).
 */
export function PortfolioDune() {
  const { isOpen } = useSnapshot(past);
  const [isMissing, setMissing] = useState(false);
  const { data = noValues, asOf, source, failure } = useSnapshot(portfolio.known);
  const { range } = useSnapshot(period);
  const { state, money, view } = useWalletView();
  const online = useOnline();
  const masked = useMasked();
  useReload(keepPortfolio);

  const owned = money.currency === data.currency ? view.owned : undefined;
  const points = untilNow(knownOf(momentsOf(data, range)), owned, state.asOf);
  const isEmpty = points.every(({ price }) => isZero(price));
  const line = isEmpty ? undefined : priceLine(points, readWorth);
  const aged = !online || source === 'snapshot';
  const isUnknown = asOf === undefined;
  const before = points.findIndex(({ price }) => !isZero(price)) - 1;
  const words = isUnknown && failure !== undefined ? 'Not loaded' : periodWords[range];
  useEffect(() => {
    past.words = words;
  }, [words]);
  useEffect(() => {
    if (isOpen) setMissing(false);
  }, [isOpen]);
  return (
    <section aria-label="Value over time">
      {isMissing && (
        <p className="muted" role="alert">
          The chart could not be loaded. Try again with a connection.
        </p>
      )}
      {isOpen && (
        <div className={css.chart}>
          <Later
            load={chart}
            soon
            placeholder={<Hill />}
            onFailed={() => {
              past.isOpen = false;
              setMissing(true);
            }}
          />
        </div>
      )}
      {!isOpen &&
        (masked ? (
          <Flat hidden />
        ) : isUnknown ? (
          <Hill />
        ) : line ? (
          <Drawn dune={duneOf(line.places, line.places[before]?.x)} aged={aged} />
        ) : (
          <Flat hidden={false} />
        ))}
    </section>
  );
}
