import { useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { findAsset, isAssetCode } from '#core/money/currencies.ts';
import { marketOf } from '#core/money/region.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import { concerns, statementOf } from '#core/statement/statement.ts';
import { clockText } from '#core/time/clock-text.ts';
import { historyChanges } from '#history/history-changes.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { assetHistory } from '#history/history-store.ts';
import { isAwaited, NoneYet } from '#history/none-yet.tsx';
import css from '#history/transactions.module.css';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { AboutCard } from './about-card.tsx';
import { AlertsCard } from './alerts-card.tsx';
import { AssetActions } from './asset-actions.tsx';
import { AssetBalanceCard } from './asset-balance-card.tsx';
import { balances, loadBalances } from './asset-state.ts';
import { GainsCard } from './gains-card.tsx';
import { PriceSection } from './price-section.tsx';
import { useBalances } from './use-balances.ts';

interface Props {
  readonly code: string;
  /** The navigation state, passed on to pages that open with this asset. */
  readonly asset: object;
}

export function AssetScreen({ code, asset }: Props) {
  const connected = useOnline();
  const isMasked = useMasked();
  const market = marketOf(useSnapshot(session));
  const { data, asOf, source, failure } = useSnapshot(balances.known);
  const history = assetHistory(code);
  const state = useSnapshot(history.state);
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
  return (
    <div className={css.asset}>
      <div className={css.price}>
        <PriceSection
          code={code}
          name={findAsset(code)?.name ?? code}
          holding={holding}
          asOf={data?.pricedAt}
          currency={market}
          online={connected}
          live={!aged}
        />
      </div>
      <div className={`stack ${css.side}`}>
        <AssetBalanceCard
          code={code}
          name={findAsset(code)?.name ?? code}
          holding={holding}
          currency={market}
          masked={isMasked}
          agedAt={aged && asOf ? clockText(asOf, new Date(serverNow())) : undefined}
          onRetry={connected && failed ? () => void loadBalances() : undefined}
        >
          <AssetActions online={connected} asset={asset} />
        </AssetBalanceCard>
        <GainsCard code={code} masked={isMasked} online={connected} newest={entries[0]?.id} />
        <AlertsCard code={code} name={findAsset(code)?.name ?? code} currency={market} />
        {isAssetCode(code) && <AboutCard code={code} name={findAsset(code)?.name ?? code} />}
      </div>
      <section className={`stack ${css.history}`} aria-labelledby="history">
        <h2 id="history">Transaction History</h2>
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
    </div>
  );
}
