import { useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { assetLink } from '#core/carried/asset-link.ts';
import { cashes } from '#core/money/cash.ts';
import { marketOf } from '#core/money/region.ts';
import { leads } from '#core/page-leads.ts';
import { cashIn, holdingsOf } from '#core/statement/portfolio.ts';
import { concerns, statementOf } from '#core/statement/statement.ts';
import { clockText } from '#core/time/clock-text.ts';
import { historyChanges } from '#history/history-changes.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { assetHistory } from '#history/history-store.ts';
import { isAwaited, NoneYet } from '#history/none-yet.tsx';
import css from '#history/transactions.module.css';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Tiles } from '#ui/actions/tiles.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { NoCash } from '#ui/marks/no-cash.tsx';
import { AssetBalanceCard } from './asset-balance-card.tsx';
import { balances, loadBalances } from './asset-state.ts';
import { useBalances } from './use-balances.ts';

const CashActions = ({ online }: { readonly online: boolean }) => (
  <div className="stack">
    <Tiles
      tiles={[
        // Account details that were seen before are shown offline as well (BANK-02).
        { to: '/cash/add', label: 'Add money', icon: 'down', offline: true },
        // The page is shown offline as well, if it was seen before (BANK-05).
        { to: '/cash/out', label: 'Cash out', icon: 'up', offline: true },
        { to: assetLink('/buy-sell', { method: 'cash' }), label: 'Buy', icon: 'trade' },
        { to: '/cash/recurring', label: 'Recurring', icon: 'swap' },
      ]}
      online={online}
      reason="Buying and recurring buys need a connection."
    />
  </div>
);

/** The cash of one currency: its balance, actions and history. */
function CashScreen({ code, market }: { readonly code: string; readonly market: string }) {
  const connected = useOnline();
  const isMasked = useMasked();
  const { data, asOf, source, failure } = useSnapshot(balances.known);
  const history = assetHistory(code);
  const state = useSnapshot(history.state);
  useReload(history.load, historyChanges);
  useShownAsOf(asOf);

  const entries = useMemo(
    () => statementOf(state.transactions, state.failed).filter((entry) => concerns(entry, code)),
    [state.transactions, state.failed, code],
  );
  const failed = failure !== undefined;
  const aged = !connected || failed || source === 'snapshot';
  return (
    <>
      <AssetBalanceCard
        code={code}
        name="Cash"
        holding={holdingsOf(data?.entries ?? [], market).find((one) => one.code === code)}
        currency={market}
        masked={isMasked}
        agedAt={aged && asOf ? clockText(asOf, new Date(serverNow())) : undefined}
        onRetry={connected && failed ? () => void loadBalances() : undefined}
      >
        {code === market && <CashActions online={connected} />}
      </AssetBalanceCard>
      <section className="stack" aria-label={`Transaction History, ${code}`}>
        <h2>Transaction History</h2>
        <HistoryResults
          history={history}
          state={state}
          entries={entries}
          masked={isMasked}
          online={connected}
          mayGoOn={!isAwaited(state, connected)}
          empty={
            <NoneYet state={state} online={connected}>
              Money that comes from your bank is listed here, and what you buy with it.
            </NoneYet>
          }
          onRetry={() => location.reload()}
        />
      </section>
    </>
  );
}

/** BANK-01: the cash of the customer's market, and cash they still hold of another (D37). */
export function CashPage() {
  const market = marketOf(useSnapshot(session));
  const { data } = useSnapshot(balances.known);
  useBalances();
  const held = cashIn(holdingsOf(data?.entries ?? [], market)).map(({ code }) => code);
  const codes = cashes
    .map(({ code }) => code)
    .filter((code) => code === market || held.includes(code));
  if (codes.length === 0) {
    return <NoCash />;
  }
  return (
    <div className={`stack ${css.cash}`}>
      <p className="muted">{leads['/cash']}</p>
      {codes.map((code) => (
        <CashScreen key={code} code={code} market={market} />
      ))}
    </div>
  );
}
