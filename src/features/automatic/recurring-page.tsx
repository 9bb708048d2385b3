import { useSnapshot } from 'valtio/react';
import { buys } from '#automatic/recurring-state.ts';
import { useBalances } from '#automatic/use-balances.ts';
import { findCash } from '#core/money/cash.ts';
import { marketOf } from '#core/money/region.ts';
import { leads } from '#core/page-leads.ts';
import { session } from '#transport/session/session.ts';
import { NoCash } from '#ui/marks/no-cash.tsx';
import css from './automatic.module.css';
import { NextBuys } from './next-buys.tsx';
import { RecurringList } from './recurring-list.tsx';

/** BANK-08: the customer's recurring purchases with cash. */
export function RecurringPage() {
  const cash = findCash(marketOf(useSnapshot(session)));
  const list = useSnapshot(buys.known).data?.list;
  useBalances();
  // Purchases of a market that the customer has left can still be ended.
  if (!cash && list?.length === 0) return <NoCash />;
  return (
    <div className="stack">
      <p className="muted">{leads['/cash/recurring']}</p>
      <div className={css.columns}>
        <RecurringList cash={cash} />
        {cash && <NextBuys />}
      </div>
    </div>
  );
}
