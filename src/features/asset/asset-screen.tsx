import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { AssetAutomatic } from '#automatic/automatic-sheet.tsx';
import { useBalances } from '#automatic/use-balances.ts';
import { findAsset, isAssetCode } from '#core/money/currencies.ts';
import { formatPrice } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import { concerns, statementOf } from '#core/statement/statement.ts';
import { clockText } from '#core/time/clock-text.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { historyChanges } from '#history/history-changes.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { assetHistory } from '#history/history-store.ts';
import { isAwaited, NoneYet } from '#history/none-yet.tsx';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances, loadBalances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';
import { PeriodSwitch } from '#ui/chart/price-periods.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { AboutCard } from './about-card.tsx';
import { AssetActions } from './asset-actions.tsx';
import { AssetBalance } from './asset-balance.tsx';
import { GainsFigures } from './gains-figures.tsx';
import css from './mould.module.css';
import { Mould } from './mould.tsx';
import { PriceDune } from './price-dune.tsx';
import { PriceExtremes } from './price-extremes.tsx';
import { PriceNumber } from './price-number.tsx';
import { usePriceLine } from './use-price-line.ts';

interface Props {
  readonly code: string;
  /** The navigation state, passed on to pages that open with this asset. */
  readonly asset: object;
}

export function AssetScreen({ code, asset }: Props) {
  const connected = useOnline();
  const isMasked = useMasked();
  const { timeZone, ...account } = useSnapshot(session);
  const market = marketOf(account);
  const { data, asOf, source, failure } = useSnapshot(balances.known);
  const history = assetHistory(code);
  const state = useSnapshot(history.state);
  const [read, setRead] = useState<number>();
  useReload(history.load, historyChanges);
  useShownAsOf(asOf);
  useBalances();

  const entries = useMemo(
    () => statementOf(state.transactions, state.failed).filter((entry) => concerns(entry, code)),
    [state.transactions, state.failed, code],
  );
  const failed = failure !== undefined;
  const aged = !connected || failed || source === 'snapshot';
  const holding = holdingsOf(data?.entries ?? [], market).find((one) => one.code === code);
  const name = findAsset(code)?.name ?? code;
  const price = usePriceLine({
    ...{ code, holding, asOf: data?.pricedAt, currency: market, online: connected },
  });
  const end = price.points.length - 1;
  const point = price.points[Math.min(read ?? end, end)];
  const reading = point
    ? `${formatInstant(point.at, timeZone, serverNow())}: ${formatPrice(point.price, market)}`
    : '';
  return (
    <Mould
      label="Price"
      number={
        <PriceNumber
          price={price}
          holding={holding}
          asOf={data?.pricedAt}
          online={connected}
          reading={read === undefined ? undefined : reading}
        />
      }
      beside={
        <PeriodSwitch
          range={price.range}
          onChange={(range) => {
            setRead(undefined);
            price.setRange(range);
          }}
        />
      }
      dune={
        <PriceDune
          price={price}
          label={`${name} price`}
          online={connected}
          live={!aged}
          at={read}
          reading={reading}
          onRead={setRead}
        />
      }
      sheet={
        <>
          <AssetActions online={connected} asset={asset} />
          <div className={`${css.figures} ${css.own}`}>
            <AssetBalance
              code={code}
              name={name}
              holding={holding}
              currency={market}
              masked={isMasked}
              agedAt={aged && asOf ? clockText(asOf, new Date(serverNow())) : undefined}
              onRetry={connected && failed ? () => void loadBalances() : undefined}
            />
            <GainsFigures
              code={code}
              masked={isMasked}
              online={connected}
              newest={entries[0]?.id}
            />
          </div>
        </>
      }
      aside={
        <>
          <AssetAutomatic code={code} />
          <PriceExtremes price={price} name={name} />
        </>
      }
      rest={
        <>
          <section className={`card ${css.history}`} aria-labelledby="history">
            <h2 id="history" className="card__head">
              Transaction History
            </h2>
            <HistoryResults
              history={history}
              state={state}
              entries={entries}
              masked={isMasked}
              online={connected}
              mayGoOn={!isAwaited(state, connected)}
              empty={
                <NoneYet state={state} online={connected}>
                  All your transactions will be displayed here
                </NoneYet>
              }
              onRetry={() => location.reload()}
            />
          </section>
          {isAssetCode(code) && <AboutCard code={code} name={name} />}
        </>
      }
    />
  );
}
