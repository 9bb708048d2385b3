import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { isZero } from '#core/statement/portfolio.ts';
import { useWalletView } from '#features/wallet/use-wallet-view.ts';
import css from '#features/wallet/wallet.module.css';
import { DrawnDune, FlatGround } from '#ui/chart/dune/dune.tsx';
import { duneOf } from '#ui/chart/dune/dune-path.ts';
import { Hill } from '#ui/chart/dune/hill.tsx';
import { priceLine, readWorth } from '#ui/chart/price-line.ts';
import { Later } from '#ui/feedback/later.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { past } from './past.ts';
import { knownOf, momentsOf, periodWords, untilNow } from './portfolio-points.ts';
import { keepPortfolio, noValues, period, portfolio } from './portfolio-state.ts';

/** The chart is as large as the list of assets, so it is loaded only when somebody opens it. */
const chart = async () => (await import('./portfolio-section.tsx')).PortfolioSection;

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
        <div className={css.opened}>
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
          <FlatGround hidden />
        ) : isUnknown ? (
          <Hill />
        ) : line ? (
          <DrawnDune dune={duneOf(line.places, { begins: line.places[before]?.x })} aged={aged} />
        ) : (
          <FlatGround hidden={false} />
        ))}
    </section>
  );
}
