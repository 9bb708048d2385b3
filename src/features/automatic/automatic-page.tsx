import { useSnapshot } from 'valtio/react';
import { buys } from '#automatic/recurring-state.ts';
import { useBalances } from '#automatic/use-balances.ts';
import { findCash } from '#core/money/cash.ts';
import { marketOf } from '#core/money/region.ts';
import { leads } from '#core/page-leads.ts';
import { session } from '#transport/session/session.ts';
import { AlertList } from './alert-list.tsx';
import css from './automatic.module.css';
import { NextBuys } from './next-buys.tsx';
import { RecurringList } from './recurring-list.tsx';

/** EYE-07: everything that happens by itself: recurring buys and price alerts, and what is in their way. */
export function AutomaticPage() {
  const market = marketOf(useSnapshot(session));
  const cash = findCash(market);
  const list = useSnapshot(buys.known).data?.list;
  useBalances();
  return (
    <div className="stack">
      <p className="muted">{leads['/automatic']}</p>
      <div className={css.columns}>
        <div className={css.lists}>
          {/* Purchases of a market that the customer has left can still be ended. */}
          {(cash || (list && list.length > 0)) && <RecurringList cash={cash} />}
          <AlertList market={market} />
        </div>
        {cash && <NextBuys />}
      </div>
    </div>
  );
}
